// The thumbnails that were selected in the gallery or in full.
import { accountStore } from '../store.js';

/** Each is a generation and an index. */
export const selection = accountStore(/** @type {string[]} */ ([]));

/** Selects a thumbnail, or no longer. @param {string} ref */
export function toggle(ref) {
  const selected = selection.get();
  selection.set(selected.includes(ref) ? selected.filter((one) => one !== ref) : [...selected, ref]);
}

/** Removes a generation from the selection. @param {string} generationId */
export function deselect(generationId) {
  selection.set(selection.get().filter((ref) => !ref.startsWith(`${generationId}.`)));
}
