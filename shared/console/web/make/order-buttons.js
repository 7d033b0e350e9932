// Buttons that write orders into the field for a change.
import { html, useState } from '../vendor/preact.js';
import { words } from '../format.js';
import { Choice } from '../ui/controls.js';
import { afterPress, isWritten } from './orders.js';

/** @param {{ parts: import('./orders.js').Part[], text: string, change: (text: string) => void }} props */
export function OrderButtons({ parts, text, change }) {
  const [chosen, choose] = useState('');
  const shown = parts.find(({ part }) => part === chosen) ?? parts[0];
  return html`<section class="order-buttons" aria-label="Changes to choose">
    <${Choice} legend="Change" name="part" value=${shown?.part ?? ''} onChange=${choose} options=${parts.map(({ part, title }) => ({ value: part, label: title }))} />
    ${shown?.rows.map(
      ({ title, orders }) => html`<div key=${`${shown.part} ${title}`} class="orders" role="group" aria-label=${`${shown.title}: ${title.toLowerCase()}`}>
        <span class="hint" aria-hidden="true">${title}</span>
        <div class="row wrap">
          ${orders.map((order) => html`<${Press} key=${order.order} order=${order} pressed=${isWritten(text, order)} press=${() => change(afterPress(text, order))} />`)}
        </div>
      </div>`,
    )}
  </section>`;
}

/** @param {{ order: import('./orders.js').Order, pressed: boolean, press: () => void }} props */
function Press({ order: { label, order, meaning }, pressed, press }) {
  const name = words(label);
  const isColour = meaning.change === 'colour';
  return html`<button
    type="button"
    class=${isColour ? 'colour-button' : 'button plain small'}
    style=${isColour ? { background: meaning.value } : undefined}
    title=${order}
    aria-label=${isColour ? name : undefined}
    aria-pressed=${String(pressed)}
    onClick=${press}
  >${isColour ? '' : name}</button>`;
}
