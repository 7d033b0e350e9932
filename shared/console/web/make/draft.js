// What the user has entered in the form, which stays while other views are shown.
import { read } from '../service/api.js';
import { KINDS } from '../collections/kinds.js';
import { session } from '../service/session.js';
import { store } from '../store.js';

/**
 * @typedef {{
 *   prompt: string, title: string, count: number, aspectRatio: string, format: string, resolution: string, model: string,
 *   lettering: string, seed: string, enhancePrompt: boolean, references: import('../types').Reference[],
 * }} Draft
 */
/** What is changed: nothing, a prompt, or one picture. @typedef {{ mode: 'new' | 'vary' | 'edit', generation?: import('../types').Generation, thumbnail?: import('../types').Thumbnail }} Origin */

/** @type {Draft} */
export const EMPTY = {
  prompt: '',
  title: '',
  count: 1,
  aspectRatio: '16:9',
  format: 'png',
  resolution: '720p',
  model: '',
  lettering: '',
  seed: '',
  enhancePrompt: false,
  references: [],
};

/** The draft of a new thumbnail. */
export const draft = store(EMPTY);

export const clear = () => draft.set(EMPTY);

session.subscribe(() => {
  const now = session.get();
  if (now.state === 'out' && now.isWanted) clear();
});

/** The parameters of the call. @param {Draft} entered @param {Origin} origin */
export function body(entered, { mode, generation, thumbnail }) {
  const { title, count, format, resolution, model, lettering, enhancePrompt, aspectRatio } = entered;
  const prompt = entered.prompt.trim();
  const seed = entered.seed.trim() === '' ? {} : { seed: Number(entered.seed) };
  const chosen = { ...(model ? { model } : {}), ...(lettering ? { lettering } : {}) };
  const shape = { aspectRatio, format, resolution };
  const enhance = enhancePrompt ? { enhancePrompt } : {};
  if (mode === 'edit') {
    const words = prompt ? { newPrompt: prompt } : {};
    return { thumbnailId: thumbnail?.thumbnailId, ...words, count, ...shape, ...chosen, ...seed };
  }
  const references = Object.fromEntries(
    Object.entries(KINDS).map(([kind, { field }]) => [
      field,
      entered.references.filter((reference) => reference.kind === kind).map(({ id }) => id),
    ]),
  );
  if (mode === 'vary') {
    const newPrompt = prompt ? { newPrompt: prompt } : {};
    return { promptId: generation?.promptId, ...newPrompt, title, count, ...shape, ...references, ...chosen, ...seed, ...enhance };
  }
  const filled = Object.entries(references).filter(([, ids]) => ids.length);
  const words = { ...(prompt ? { prompt } : {}), ...(title.trim() ? { title } : {}) };
  return { ...words, count, ...shape, ...Object.fromEntries(filled), ...chosen, ...seed, ...enhance };
}

/** What the price depends on. The words are not among it, so typing asks for no new price. @param {Draft} entered */
export function priced(entered) {
  const { count, model, lettering, enhancePrompt, references, resolution } = entered;
  const ids = references.map(({ id }) => id);
  return JSON.stringify([count, model, lettering, enhancePrompt, resolution, ids, entered.prompt.trim() !== '']);
}

/** The letters outside of Latin, on which the notes of a quote depend: the service may be unable to print them. @param {string} text */
export const rare = (text) => [...new Set(text)].filter((letter) => letter > '\u024f').sort().join('');

/** What can be asked of the service: whether anything says what to draw or what to change. @param {Draft} entered @param {Origin} origin */
export function isComplete(entered, { mode, generation }) {
  if (mode === 'vary' || entered.prompt.trim() !== '') return true;
  if (mode === 'new') return entered.references.length > 0;
  if (!generation) return false;
  const { aspectRatio, format, resolution } = entered;
  return aspectRatio !== generation.aspectRatio || format !== generation.format || resolution !== generation.resolution;
}

/** @param {string} generationId @param {AbortSignal} [signal] @returns {Promise<import('../types').Generation>} */
export const generationOf = (generationId, signal) => read('get_generation_status', { generationId }, signal);
