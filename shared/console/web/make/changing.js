// A variation or an edit of a thumbnail.
import { html, useState } from '../vendor/preact.js';
import { KINDS, get, referenceOf } from '../collections/kinds.js';
import { heading } from '../format.js';
import { address } from '../router.js';
import { useLoad } from '../service/load.js';
import { may } from '../service/session.js';
import { Loading, Problem } from '../ui/feedback.js';
import { Picture } from '../ui/picture.js';
import { loadStyle } from '../ui/style.js';
import { EMPTY, generationOf } from './draft.js';
import { Languages } from './languages.js';
import { OrderButtons } from './order-buttons.js';
import { PARTS } from './orders.js';
import { Understood } from './understood.js';
import { Maker } from './view.js';

await loadStyle(new URL('changing.css', import.meta.url));

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

/** Whether a logo is among the images of a generation. @param {import('../types').Generation} generation */
async function hasLogo({ imageIds }) {
  // An image that was deleted says nothing any more, and neither does a thumbnail.
  const asked = imageIds.filter((id) => !id.startsWith('thm_')).map((id) => get('images', id).then(({ logo }) => logo, () => false));
  return (await Promise.all(asked)).includes(true);
}

/** Whether a thumbnail has words. Without a title, the service may have printed words of the prompt. @param {import('./draft.js').Origin} origin */
function hasWords({ generation, thumbnail }) {
  const isMeasured = thumbnail?.preflight?.checks.some(({ id }) => id === 'word_count') ?? false;
  return Boolean(generation?.title ?? isMeasured);
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
  const generation = data?.generation;
  const logo = useLoad(async () => (mode === 'edit' && generation && may('get_image') ? hasLogo(generation) : false), [generation]);
  if (error) return html`<div class="page"><${Problem} error=${error} retry=${again} /></div>`;
  if (!data || !generation) return html`<${Loading} label="Reading the original" />`;
  const origin = { mode, generation, thumbnail: generation.thumbnails[Number(index)] };
  const entered = { ...data.entered, ...changes };
  const set = (/** @type {any} */ more) => setChanges((now) => ({ ...now, ...more }));
  const has = { title: hasWords(origin), background: true, logo: logo.data === true, ornament: true };
  const parts = PARTS.filter(({ part }) => has[part]);
  const below = (/** @type {any} */ price) => html`<${Understood} ...${price} />
    <${OrderButtons} parts=${parts} text=${entered.prompt} change=${(/** @type {string} */ prompt) => set({ prompt })} />`;
  return html`<${Maker} entered=${entered} set=${set} origin=${origin} shown=${shown} query=${{ [mode]: from }}
    original=${html`<${Original} origin=${origin} />${mode === 'vary' && origin.thumbnail?.status === 'completed' && html`<${Languages} generation=${generation} thumbnail=${origin.thumbnail} />`}`} below=${mode === 'edit' ? below : undefined} />`;
}

/** @param {{ origin: Required<import('./draft.js').Origin> }} props */
function Original({ origin: { generation, thumbnail, mode } }) {
  return html`<a class="original" href=${address(['look', generation.generationId, String(thumbnail?.index ?? 0)])}>
    <${Picture} url=${thumbnail?.previewUrl ?? thumbnail?.url} alt="" />
    <span><small>${mode === 'edit' ? 'The picture to change' : 'The original'}</small><span dir="auto">${heading(generation)}</span></span>
  </a>`;
}
