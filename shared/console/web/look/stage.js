// Ways to look at one or several thumbnails.
import { html } from '../vendor/preact.js';
import { page } from '../collections/browse.js';
import { useLoad } from '../service/load.js';
import { address } from '../router.js';
import { may } from '../service/session.js';
import { Icon } from '../ui/icons.js';
import { BlurTest } from './blur.js';
import { InPlace } from './place.js';
import { WAYS } from './ways.js';

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
  if (show === 'place') return html`<${AmongTheLibrary} candidates=${candidates} />`;
  if (show === 'blur') return html`<${BlurTest} candidates=${candidates} />`;
  return children;
}

/** @param {{ candidates: import('./place.js').Candidate[] }} props */
function AmongTheLibrary({ candidates }) {
  const library = useLoad(
    (signal) => (may('list_inspirations') ? page('inspirations', { library: true }, signal) : Promise.resolve({ items: [], next: null })),
    [],
  );
  return html`<${InPlace} candidates=${candidates} library=${library.data?.items ?? []} />`;
}
