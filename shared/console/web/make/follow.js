// Follows a generation until it has ended.
import { useEffect, useState } from '../vendor/preact.js';
import { allowance, read, sleep } from '../service/api.js';
import { ApiError } from '../service/errors.js';
import { hasEnded } from '../look/generation.js';
import { refreshCredits } from '../service/session.js';

/** The `waitSeconds` of a status call, so that each thumbnail is shown soon after it was made. */
const SHORT_WAIT = 2;
/** The `waitSeconds` of a status call if few requests are left in this minute. */
const LONG_WAIT = 15;
const FEW_REQUESTS = 8;
const OFFLINE_PAUSE = 3000;

/**
 * A generation, read again and again until it has ended.
 * @param {string} generationId
 * @returns {{ generation: import('../types').Generation | null, error: unknown, again: () => void, set: (generation: import('../types').Generation) => void }}
 */
export function useGeneration(generationId) {
  const [state, setState] = useState(/** @type {{ generation: import('../types').Generation | null, error: unknown }} */ ({ generation: null, error: null }));
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    setState((now) => (now.generation?.generationId === generationId ? { ...now, error: null } : { generation: null, error: null }));
    follow(generationId, controller.signal, (generation) => setState({ generation, error: null })).catch((error) => {
      if (!controller.signal.aborted) setState((now) => ({ ...now, error }));
    });
    return () => controller.abort();
  }, [generationId, turn]);
  return { ...state, again: () => setTurn((now) => now + 1), set: (generation) => setState({ generation, error: null }) };
}

/**
 * Reads a generation again and again until it has ended.
 * @param {string} generationId
 * @param {AbortSignal} signal
 * @param {(generation: import('../types').Generation) => void} show
 */
export async function follow(generationId, signal, show) {
  let waitSeconds = 0;
  let isFirst = true;
  for (;;) {
    let generation;
    try {
      generation = await read('get_generation_status', { generationId, waitSeconds }, signal);
    } catch (error) {
      if (isFirst || signal.aborted || !(error instanceof ApiError) || error.code !== 'OFFLINE') throw error;
      await sleep(OFFLINE_PAUSE, signal);
      continue;
    }
    if (signal.aborted) return;
    show(generation);
    if (hasEnded(generation)) {
      // A refund has changed the balance, perhaps before the first answer.
      if (!isFirst || generation.refunded > 0) await refreshCredits();
      return;
    }
    isFirst = false;
    waitSeconds = allowance.get().remaining < FEW_REQUESTS ? LONG_WAIT : SHORT_WAIT;
  }
}
