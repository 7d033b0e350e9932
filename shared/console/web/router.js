// The view is in the fragment of the address, so the back and forward buttons and links work.
import { store } from './store.js';

/** @typedef {{ view: string, rest: string[], query: URLSearchParams }} Place */

/** @returns {Place} */
function read() {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [view = '', ...rest] = path.split('/').map(decoded);
  return { view: view || 'make', rest: rest.filter(Boolean), query: new URLSearchParams(query) };
}

/** @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The view that the address names. */
export const place = store(read());
history.scrollRestoration = 'manual';
addEventListener('hashchange', () => {
  const [before, now] = [place.get(), read()];
  place.set(now);
  // Another thumbnail of the same generation, and a result beside the form, are shown where the user is.
  const isOther = before.view !== now.view || (now.view !== 'make' && before.rest[0] !== now.rest[0]);
  if (isOther) scrollTo(0, 0);
});

/**
 * The address of a view.
 * @param {string[]} path
 * @param {Record<string, string>} [query]
 */
export function address(path, query = {}) {
  const set = Object.entries(query).filter(([, value]) => value);
  const search = set.length ? `?${new URLSearchParams(set)}` : '';
  return `#/${path.map(encodeURIComponent).join('/')}${search}`;
}

/** @param {string} to An address from `address`. */
export function go(to) {
  location.hash = to;
}

/**
 * Changes the address without a new step of the back button.
 * @param {string} to
 */
export function replace(to) {
  history.replaceState(null, '', to);
  place.set(read());
}
