// The thumbnails that were chosen to be compared.
import { html } from '../vendor/preact.js';
import { address } from '../router.js';
import { accountStore, useStore } from '../store.js';
import { Button, ButtonLink } from '../ui/controls.js';

const MOST = 3;

/** Each is a generation and an index. */
export const tray = accountStore(/** @type {string[]} */ ([]));

/** @param {string[]} chosen */
export const isFull = (chosen) => chosen.length >= MOST;

export function Tray() {
  const chosen = useStore(tray);
  if (chosen.length === 0) return null;
  const text = chosen.length === 1 ? 'Choose one or two more to compare.' : `${chosen.length} of at most ${MOST} chosen.`;
  return html`<div class="tray" role="region" aria-label="Comparison">
    <span>${text}</span>
    <${Button} small kind="quiet" onClick=${() => tray.set([])}>Clear</${Button}>
    ${chosen.length > 1 && html`<${ButtonLink} small kind="primary" icon="compare" href=${address(['look', 'compare'], { of: chosen.join(',') })}>Compare</${ButtonLink}>`}
  </div>`;
}
