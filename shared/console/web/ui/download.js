// Saves pictures as files. They are on another origin, where a link with `download` would only show them.
import { html, useState } from '../vendor/preact.js';
import { fileName } from './file-name.js';
import { Icon } from './icons.js';
import { fetchPicture, save } from './save.js';

/** @param {{ url: string, children?: any, label?: string, kind?: string, small?: boolean }} props `label` names a link without text. */
export function Download({ url, children, label, kind = 'plain', small }) {
  const [busy, setBusy] = useState(false);
  const run = async (/** @type {MouseEvent} */ event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setBusy(true);
    try {
      const response = await fetchPicture(url);
      save(await response.blob(), fileName(url));
    } catch {
      // The bucket does not admit this page: the browser shows the picture, and the user saves it.
      open(url, '_blank', 'noopener');
    }
    setBusy(false);
  };
  return html`<a class=${`button ${kind} ${small ? 'small' : ''} ${children ? '' : 'bare'}`} href=${url} target="_blank" rel="noopener noreferrer" aria-label=${label} title=${label} aria-busy=${busy ? 'true' : undefined} onClick=${run}>
    ${busy ? html`<span class="spinner" aria-hidden="true"></span>` : html`<${Icon} name="download" size=${small ? 16 : 18} />`}${children && html`<span>${children}</span>`}
  </a>`;
}
