// The settings of a thumbnail that few users change.
import { html } from '../vendor/preact.js';
import { counted } from '../format.js';
import { account } from '../service/session.js';
import { Button, Choice, Field, Switch } from '../ui/controls.js';

const RESOLUTIONS = ['720p', '1080p', '2160p'];
const FORMATS = ['png', 'jpeg', 'webp'];
const MOST_SEED = 4294967295;
/** Who puts the words on a picture. @type {Record<import('../types').Model['lettering'], string>} */
const LETTERINGS = { composer: 'The composer, letter by letter', model: 'The model paints them' };

/**
 * @param {{
 *   entered: import('./draft.js').Draft, mode: import('./draft.js').Origin['mode'], model: import('../types').Model | undefined,
 *   set: (changes: Partial<import('./draft.js').Draft>) => void, problems: Record<string, string>,
 * }} props `model` is the one that is chosen.
 */
export function Settings({ entered, mode, model, set, problems }) {
  const models = account().models;
  const can = model?.capabilities;
  return html`<div class="stack">
    <${Field} label="Model" id="model" problem=${problems.model} hint=${model && abilities(model)}>
      <select id="model" value=${entered.model} onChange=${(/** @type {any} */ event) => set({ model: event.target.value })}>
        <option value="" selected=${entered.model === ''}>Default (${models.find((one) => one.default)?.id})</option>
        ${models.map(({ id }) => html`<option key=${id} value=${id} selected=${entered.model === id}>${id}</option>`)}
      </select>
    </${Field}>
    <${Field} label="Who sets the words" id="lettering" problem=${problems.lettering}>
      <select id="lettering" value=${entered.lettering} onChange=${(/** @type {any} */ event) => set({ lettering: event.target.value })}>
        <option value="" selected=${entered.lettering === ''}>Default${model && ` (${model.lettering})`}</option>
        ${Object.entries(LETTERINGS).map(([value, name]) => html`<option key=${value} value=${value} selected=${entered.lettering === value}>${name}</option>`)}
      </select>
    </${Field}>
    <${Choice} legend="Resolution" name="resolution" value=${entered.resolution} onChange=${(/** @type {string} */ resolution) => set({ resolution })} options=${RESOLUTIONS.map((value) => ({ value, label: value }))} />
    <${Choice} legend="Format" name="format" value=${entered.format} onChange=${(/** @type {string} */ format) => set({ format })} options=${FORMATS.map((value) => ({ value, label: value.toUpperCase() }))} />
    <${Field} label="Seed" id="seed" problem=${problems.seed} aside="optional" hint=${can && !can.seed ? 'This model ignores seeds.' : 'The same seed and inputs give the same picture.'}>
      <div class="row"><input id="seed" inputmode="numeric" pattern="[0-9]*" placeholder="Random" value=${entered.seed} onInput=${(/** @type {any} */ event) => set({ seed: event.target.value.replace(/\D/g, '').slice(0, 10) })} />
        <${Button} icon="refresh" label="Choose a random seed" onClick=${() => set({ seed: String(Math.floor(Math.random() * MOST_SEED)) })} /></div>
    </${Field}>
    ${mode !== 'edit' && html`<${Switch} label="Enhance the prompt" hint="Rewrites the prompt in more detail first." checked=${entered.enhancePrompt} onChange=${(/** @type {boolean} */ enhancePrompt) => set({ enhancePrompt })} />`}
  </div>`;
}

/** What a model can do, in a sentence. @param {import('../types').Model} model */
function abilities({ capabilities: can, endOfLife, fallbacks }) {
  const parts = [
    `Makes ${can.resolutions.join(', ')}`,
    can.references.total ? `takes up to ${counted(can.references.total, 'picture')}` : 'takes no pictures',
    can.edits ? 'edits pictures' : 'edits no pictures',
    can.seed ? 'repeats a seed' : 'ignores seeds',
  ];
  const end = endOfLife ? ` Ends on ${endOfLife}.` : '';
  const others = fallbacks.length ? ` If it fails: ${fallbacks.join(', ')}.` : '';
  return `${parts.join(', ')}.${others}${end}`;
}
