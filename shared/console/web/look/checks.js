// The facts that `preflight` has measured, and their boxes over the picture.
import { html } from '../vendor/preact.js';
import { amount, bytes, words } from '../format.js';
import { Icon } from '../ui/icons.js';

/** @param {import('../types').Preflight['checks'][number]} check */
function measured({ id, value, limit }) {
  if (value === null || value === undefined || limit === null || limit === undefined) return '';
  if (id === 'file_size') return `${bytes(value)} of at most ${bytes(limit)}`;
  const least = ['dimensions', 'word_height', 'word_contrast'].includes(id);
  return `${amount(value)}, ${least ? 'at least' : 'at most'} ${amount(limit)}`;
}

/**
 * @param {{ preflight: import('../types').Preflight, shown: string, show: (id: string) => void }} props `shown` is the check whose boxes are drawn.
 */
export function Checks({ preflight, shown, show }) {
  return html`<section class="checks" aria-label="Checks">
    <div class="field-head"><h2 class="minor">Checks</h2><span class=${`verdict ${preflight.ok ? 'ok' : ''}`}>${preflight.ok ? 'All pass' : `${preflight.checks.filter(({ ok }) => !ok).length} to look at`}</span></div>
    <ul>
      ${preflight.checks.map((check) => {
        const { id, ok, message, boxes } = check;
        const content = html`<${Icon} name=${ok ? 'check' : 'error'} size=${16} />
          <span><strong>${words(id)}</strong><span>${message}</span><small>${measured(check)}</small></span>`;
        return html`<li key=${id} class=${ok ? 'ok' : 'not-ok'}>
          ${boxes.length ? html`<button type="button" aria-pressed=${String(shown === id)} onClick=${() => show(shown === id ? '' : id)} title="Show it on the picture">${content}</button>` : html`<div>${content}</div>`}
        </li>`;
      })}
    </ul>
  </section>`;
}

/** The boxes of the shown check, in shares of the picture. @param {{ thumbnail: import('../types').Thumbnail, shown: string }} props */
export function Boxes({ thumbnail, shown }) {
  const { width, height, preflight } = thumbnail;
  const check = preflight?.checks.find(({ id }) => id === shown);
  if (!check || !width || !height) return null;
  const share = (/** @type {number} */ part, /** @type {number} */ whole) => `${(100 * part) / whole}%`;
  return html`<div class=${`boxes ${check.ok ? 'ok' : 'not-ok'}`} aria-hidden="true">
    ${check.boxes.map((box) => html`<span style=${{ left: share(box.x, width), top: share(box.y, height), width: share(box.width, width), height: share(box.height, height) }}></span>`)}
  </div>`;
}
