// A variation or an edit of a thumbnail.
import { html, useState } from '../vendor/preact.js';
import { KINDS, get, referenceOf } from '../collections/kinds.js';
import { useLoad } from '../service/load.js';
import { Loading, Problem } from '../ui/feedback.js';
import { EMPTY, generationOf } from './draft.js';
import { Maker } from './view.js';

/**
 * The draft of a variation, with what the original was made of.
 * @param {import('../types').Generation} generation
 * @param {'vary' | 'edit'} mode
 * @returns {Promise<import('./draft.js').Draft>}
 */
async function draftOf(generation, mode) {
  const { title, aspectRatio, format, resolution } = generation;
  const same = { ...EMPTY, aspectRatio, format, resolution };
  if (mode === 'edit') return same;
  return { ...same, prompt: generation.prompt ?? '', title: title ?? '', references: await referencesOf(generation) };
}

/** The references of a generation that still exist. @param {import('../types').Generation} generation */
async function referencesOf(generation) {
  const asked = /** @type {import('../collections/kinds.js').Kind[]} */ (Object.keys(KINDS)).flatMap((kind) =>
    generation[KINDS[kind].field].map(async (id) => {
      if (id.startsWith('thm_')) return { kind, id, name: 'Thumbnail', url: null };
      return get(kind, id).then(referenceOf, () => null);
    }),
  );
  const found = await Promise.all(asked);
  return /** @type {import('../types').Reference[]} */ (found.filter((reference) => reference !== null));
}

/**
 * A variation or an edit of a thumbnail.
 * @param {{ mode: 'vary' | 'edit', from: string, shown: string }} props `from` is a generation and an index.
 */
export function Changing({ mode, from, shown }) {
  const [generationId = '', index = '0'] = from.split('.');
  const { data, error, again } = useLoad(async (signal) => {
    const generation = await generationOf(generationId, signal);
    return { generation, entered: await draftOf(generation, mode) };
  }, [from]);
  const [changes, setChanges] = useState({});
  if (error) return html`<div class="page"><${Problem} error=${error} retry=${again} /></div>`;
  if (!data) return html`<${Loading} label="Reading the original" />`;
  const origin = { mode, generation: data.generation, thumbnail: data.generation.thumbnails[Number(index)] };
  const set = (/** @type {any} */ more) => setChanges((now) => ({ ...now, ...more }));
  return html`<${Maker} entered=${{ ...data.entered, ...changes }} set=${set} origin=${origin} shown=${shown} query=${{ [mode]: from }} />`;
}
