// What a view reads from the service.
import { useCallback, useEffect, useState } from '../vendor/preact.js';

/**
 * Runs `load` when one of `inputs` changes, and drops answers that come too late.
 * @template T
 * @param {(signal: AbortSignal) => Promise<T>} load
 * @param {unknown[]} inputs
 * @returns {{ data: T | null, error: unknown, again: () => void, set: (data: T) => void }}
 */
export function useLoad(load, inputs) {
  const [result, setResult] = useState(/** @type {{ data: T | null, error: unknown }} */ ({ data: null, error: null }));
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    setResult((now) => ({ data: now.data, error: null }));
    load(controller.signal).then(
      (data) => controller.signal.aborted || setResult({ data, error: null }),
      (error) => controller.signal.aborted || setResult({ data: null, error }),
    );
    return () => controller.abort();
  }, [...inputs, turn]);
  const again = useCallback(() => setTurn((now) => now + 1), []);
  const set = useCallback((/** @type {T} */ data) => setResult({ data, error: null }), []);
  return { ...result, again, set };
}

/**
 * The value, as it was when it had not changed for a while.
 * @template T
 * @param {T} value
 * @param {number} milliseconds
 */
export function useSettled(value, milliseconds) {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
