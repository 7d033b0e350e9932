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

/** @type {(() => void)[]} */
const resets = [];

/**
 * A store of what belongs to an account. It has its first value again after `forgetAccount`.
 * @template T
 * @param {T} first
 * @returns {Store<T>}
 */
export function accountStore(first) {
  const made = store(first);
  resets.push(() => made.set(first));
  return made;
}

/** Forgets what belongs to the account, so that the next key does not see it. */
export function forgetAccount() {
  for (const reset of resets) reset();
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
