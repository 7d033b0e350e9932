// Saves pictures as files. They are on another origin, where a link with `download` would only show them.
import { html, useState } from '../vendor/preact.js';
import { fileName } from './file-name.js';
import { Icon } from './icons.js';

/** @param {{ url: string, children?: any, label?: string, kind?: string, small?: boolean }} props `label` names a link without text. */
export function Download({ url, children, label, kind = 'plain', small }) {
  const [busy, setBusy] = useState(false);
  const save = async (/** @type {MouseEvent} */ event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setBusy(true);
    try {
      // The cached response for the picture lacks the CORS headers, so the cache is bypassed.
      const response = await fetch(url, { cache: 'reload', credentials: 'omit' });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const local = URL.createObjectURL(await response.blob());
      const link = document.createElement('a');
      link.href = local;
      link.download = fileName(url);
      link.click();
      // The browser reads the file after the click.
      setTimeout(() => URL.revokeObjectURL(local), 60_000);
    } catch {
      // The bucket does not admit this page: the browser shows the picture, and the user saves it.
      open(url, '_blank', 'noopener');
    }
    setBusy(false);
  };
  return html`<a class=${`button ${kind} ${small ? 'small' : ''} ${children ? '' : 'bare'}`} href=${url} target="_blank" rel="noopener noreferrer" aria-label=${label} title=${label} aria-busy=${busy ? 'true' : undefined} onClick=${save}>
    ${busy ? html`<span class="spinner" aria-hidden="true"></span>` : html`<${Icon} name="download" size=${small ? 16 : 18} />`}${children && html`<span>${children}</span>`}
  </a>`;
}
