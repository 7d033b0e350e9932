// What the service understands of the words about a change, and what it does not.
import { html } from '../vendor/preact.js';
import { words } from '../format.js';
import { Icon } from '../ui/icons.js';
import { wordOf } from './orders.js';

/** @typedef {import('../types').PictureChange} Change */

/** What happens to a part, after its name. @type {Record<Change['change'], (change: Change) => any>} */
const SAID = {
  text: ({ value }) => html`: “<bdi>${value}</bdi>”`,
  colour: (change) => html`: <span class="colour" style=${{ background: change.value }}></span> ${wordOf(change)}`,
  size: ({ value }) => `: ${value}`,
  place: ({ value }) => `: ${value?.replace('-', ' ') ?? 'the other side'}`,
  typeface: ({ value }) => `: ${value ?? 'another'} typeface`,
  case: ({ value }) => (value === 'upper' ? ': in capitals' : ': not in capitals'),
  emphasis: ({ value }) => html`: “<bdi>${value}</bdi>” stands out`,
  scene: (change) => `: ${wordOf(change)?.replaceAll('-', ' ')}`,
  add: () => ': added',
  remove: () => ': removed',
  replace: ({ value }) => (value ? html` → <bdi>${value}</bdi>` : ': another one'),
};

/** A change in words. @param {{ of: Change }} props */
function Item({ of }) {
  const { part, change, value, target } = of;
  const name = words(part === 'ornament' ? (value ?? part) : part);
  return html`<li class="status">${name}${target && html` “<bdi>${target}</bdi>”`}${SAID[change](of)}</li>`;
}

/** @param {{ quote: import('../types').Quote | null, error: import('../service/errors.js').ApiError | null }} props */
export function Understood({ quote, error }) {
  const missed = error ? (error.details.reason === 'change' ? [`This ${error.issues.newPrompt}.`] : []) : (quote?.notes ?? []);
  const changes = quote?.changes ?? [];
  return html`<div class="understood" role="status" aria-label="What was understood">
    ${changes.length > 0 && html`<ul class="row wrap">${changes.map((change) => html`<${Item} of=${change} />`)}</ul>`}
    ${missed.map((text) => html`<p key=${text} class="missed"><${Icon} name="error" size=${16} /><span dir="auto">${text}</span></p>`)}
  </div>`;
}
