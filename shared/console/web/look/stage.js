// Ways to look at one or several thumbnails.
import { html } from '../vendor/preact.js';
import { address } from '../router.js';
import { Icon } from '../ui/icons.js';
import { BlurTest } from './blur.js';
import { InPlace } from './place.js';

const WAYS = [
  { show: '', title: 'Picture', icon: 'image' },
  { show: 'place', title: 'In place', icon: 'place' },
  { show: 'blur', title: 'Blur and grey', icon: 'look' },
];

/** @param {{ path: string[], query?: Record<string, string>, show: string }} props */
export function Ways({ path, query = {}, show }) {
  return html`<nav class="ways" aria-label="Ways to look">
    ${WAYS.map(
      (way) => html`<a key=${way.show} href=${address(path, { ...query, show: way.show })} aria-current=${way.show === show ? 'true' : undefined}>
        <${Icon} name=${way.icon} size=${16} /><span>${way.title}</span>
      </a>`,
    )}
  </nav>`;
}

/** @param {{ show: string, candidates: import('./place.js').Candidate[], children?: any }} props `children` is the picture itself. */
export function Stage({ show, candidates, children }) {
  if (show === 'place') return html`<${InPlace} candidates=${candidates} />`;
  if (show === 'blur') return html`<${BlurTest} candidates=${candidates} />`;
  return children;
}

/** @param {import('../types').Generation} generation @param {import('../types').Thumbnail} thumbnail @returns {import('./place.js').Candidate} */
export const candidateOf = (generation, thumbnail) => ({
  ref: `${generation.generationId}.${thumbnail.index}`,
  url: thumbnail.url,
  title: generation.title || generation.prompt || 'Untitled',
  isTall: generation.aspectRatio === '9:16',
});
