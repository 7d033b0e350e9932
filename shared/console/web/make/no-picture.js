// The placeholder of a missing picture: says that the thumbnail is being made, or why it was not made.
import { html } from '../vendor/preact.js';
import { words } from '../format.js';
import { Icon } from '../ui/icons.js';

/** @param {{ thumbnail: import('../types').Thumbnail }} props */
export function NoPicture({ thumbnail: { status, error } }) {
  if (status === 'failed') {
    return html`<div class="why"><${Icon} name="error" size=${26} /><strong>${words((error?.code ?? 'failed').toLowerCase())}</strong><p dir="auto">${error?.message}</p><small>This thumbnail was refunded.</small></div>`;
  }
  if (status === 'cancelled') return html`<div class="why"><${Icon} name="close" size=${26} /><strong>Cancelled</strong><small>This thumbnail was refunded.</small></div>`;
  return html`<span class="shimmer" aria-hidden="true"></span><span class="waiting-label">${status === 'processing' ? 'Drawing' : 'Waiting'}</span>`;
}
