// A collection that is read page by page, with a search.
import { html, useCallback, useEffect, useState } from '../vendor/preact.js';
import { useLoad, useSettled } from '../load.js';
import { matches, page } from './kinds.js';

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
