// Follows a generation through the host until it has ended.
import { ApiError } from '../service/errors.js';
import { hasEnded } from '../look/generation.js';
import { useEffect, useState } from '../vendor/preact.js';
import { callTool } from './host.js';

/** The `waitSeconds` of one status call after the other. They grow, so that the first thumbnails are shown soon and slow ones need few calls. */
const WAITS = [0, 2, 3, 5, 10];

/** @typedef {{ generation: import('../types').Generation | null, error: unknown }} Followed */

/**
 * A generation, read again and again until it has ended.
 * @param {string} generationId
 * @param {import('../types').Generation | null} first The generation in the result that the host has sent, if it is there.
 * @param {boolean} mayCall Whether the host lets the app call tools.
 * @returns {Followed & { again: () => void }}
 */
export function useGeneration(generationId, first, mayCall) {
  const [state, setState] = useState(/** @type {Followed} */ ({ generation: first, error: null }));
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (first) setState({ generation: first, error: null });
  }, [first]);
  useEffect(() => {
    const isDone = turn === 0 && first && hasEnded(first);
    if (!mayCall || isDone) return undefined;
    let isCurrent = true;
    const show = (/** @type {import('../types').Generation} */ generation) => {
      if (isCurrent) setState({ generation, error: null });
      return isCurrent;
    };
    follow(generationId, show).catch((error) => isCurrent && setState((now) => ({ ...now, error })));
    return () => {
      isCurrent = false;
    };
  }, [generationId, mayCall, turn]);
  return { ...state, again: () => setTurn((now) => now + 1) };
}

/**
 * @param {string} generationId
 * @param {(generation: import('../types').Generation) => boolean} show Shows a generation. Returns whether the view still exists.
 */
async function follow(generationId, show) {
  for (let step = 0; ; step += 1) {
    try {
      const generation = await callTool('get_generation_status', { generationId, waitSeconds: WAITS[Math.min(step, WAITS.length - 1)] });
      if (!show(generation) || hasEnded(generation)) return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'RATE_LIMITED') throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000 * (error.retryAfter || 1)));
    }
  }
}
