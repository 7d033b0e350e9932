// A collection that is read page by page, with a search.
import { html, useCallback, useEffect, useState } from '../vendor/preact.js';
import { read } from '../service/api.js';
import { useLoad, useSettled } from '../service/load.js';
import { KINDS } from './kinds.js';

/**
 * A page of a collection.
 * @param {import('./kinds.js').Kind} kind
 * @param {{ search?: string, library?: boolean, cursor?: string | null }} options
 * @param {AbortSignal} [signal]
 * @returns {Promise<{ items: any[], next: string | null }>}
 */
export async function page(kind, { search = '', library = false, cursor = null }, signal) {
  const place = cursor ? { cursor } : {};
  if (kind === 'images' && search) {
    const { images, nextCursor } = await read('search_images', { query: search, limit: 100, ...place }, signal);
    return { items: images, next: nextCursor };
  }
  const filter = kind === 'inspirations' ? { filter: library ? 'all' : 'mine' } : {};
  const data = await read(KINDS[kind].list, { limit: 100, ...filter, ...place }, signal);
  return { items: data[kind], next: data.nextCursor };
}

/** Whether an item has all words of a search. @param {any} item @param {string} search */
function matches(item, search) {
  const text = `${item.name} ${item.description ?? ''} ${item.category ?? ''}`.toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

/**
 * The items of a collection that match a search.
 * @param {import('./kinds.js').Kind} kind
 * @param {{ library?: boolean, search: string }} options
 */
export function useCollection(kind, { library = false, search }) {
  const settled = useSettled(search.trim(), 300);
  // Only images have a search in the service.
  const query = kind === 'images' ? settled : '';
  const first = useLoad((signal) => page(kind, { library, search: query }, signal), [kind, library, query]);
  const [more, setMore] = useState(/** @type {{ items: any[], next: string | null, of: any }} */ ({ items: [], next: null, of: null }));
  const [isReading, setReading] = useState(false);
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  useEffect(() => setProblem(null), [first.data]);

  const later = more.of === first.data ? more : { items: [], next: first.data?.next ?? null, of: first.data };
  const all = [...(first.data?.items ?? []), ...later.items];
  const readMore = async () => {
    setReading(true);
    try {
      const next = await page(kind, { library, search: query, cursor: later.next });
      setMore({ items: [...later.items, ...next.items], next: next.next, of: first.data });
    } catch (error) {
      setProblem(error);
    }
    setReading(false);
  };
  return {
    items: kind === 'images' ? all : all.filter((item) => matches(item, settled)),
    isLoaded: first.data !== null,
    error: first.error ?? problem,
    again: first.again,
    more: later.next ? readMore : null,
    isReading,
    add: useCallback((/** @type {any} */ item) => first.data && first.set({ ...first.data, items: [item, ...first.data.items] }), [first.data]),
    drop: (/** @type {any} */ gone) => {
      if (!first.data) return;
      const data = { ...first.data, items: first.data.items.filter((item) => item !== gone) };
      first.set(data);
      setMore({ items: later.items.filter((item) => item !== gone), next: later.next, of: data });
    },
  };
}

/** The colours of an inspiration. @param {{ colours: string[] }} props */
export function Palette({ colours }) {
  return html`<span class="palette" role="img" aria-label=${`Colours: ${colours.join(', ')}`}>
    ${colours.map((colour) => html`<span key=${colour} style=${{ background: colour }} title=${colour}></span>`)}
  </span>`;
}
