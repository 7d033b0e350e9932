// Values that several components show.
import { useLayoutEffect, useReducer } from './vendor/preact.js';

/**
 * @template T
 * @typedef {{ get: () => T, set: (value: T) => void, subscribe: (listener: () => void) => () => void }} Store
 */

/**
 * @template T
 * @param {T} value
 * @returns {Store<T>}
 */
export function store(value) {
  const listeners = new Set();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * The value of a store. The component is rendered again when it changes.
 * @template T
 * @param {Store<T>} from
 * @returns {T}
 */
export function useStore(from) {
  const [, turn] = useReducer((/** @type {number} */ count) => count + 1, 0);
  const value = from.get();
  useLayoutEffect(() => {
    // It may have changed between the rendering and this effect.
    if (!Object.is(from.get(), value)) turn(undefined);
    return from.subscribe(() => turn(undefined));
  }, [from]);
  return value;
}
