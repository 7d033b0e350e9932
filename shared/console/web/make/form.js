// The form of a new thumbnail, a variation or an edit.
import { html, useEffect, useRef } from '../vendor/preact.js';
import { counted } from '../format.js';
import { account, may } from '../service/session.js';
import { Button, Choice, Field, Stepper, Switch } from '../ui/controls.js';
import { Icon } from '../ui/icons.js';
import { Price } from './price.js';
import { References } from './references.js';

const SHAPES = [
  { value: '16:9', name: 'Wide' },
  { value: '9:16', name: 'Tall' },
  { value: '1:1', name: 'Square' },
  { value: '4:3', name: 'Classic' },
];
const RESOLUTIONS = ['720p', '1080p', '2160p'];
const FORMATS = ['png', 'jpeg', 'webp'];
const MOST_SEED = 4294967295;

/** @param {{ value: string }} props */
function Shape({ value }) {
  return html`<span class=${`shape shape-${value.replace(':', '-')}`} aria-hidden="true"></span>`;
}

/**
 * @param {{
 *   entered: import('./draft.js').Draft, origin: import('./draft.js').Origin, set: (changes: Partial<import('./draft.js').Draft>) => void,
 *   problems: Record<string, string>, price: any, busy: boolean, ready: boolean, submit: () => void, below?: any,
 * }} props `below` is shown below the prompt, and has the notes.
 */
export function Form({ entered, origin, set, problems, price, busy, ready, submit, below }) {
  const { mode } = origin;
  const models = account().models;
  const model = models.find(({ id }) => id === entered.model) ?? models.find((one) => one.default);
  const can = model?.capabilities;
  const promptProblem = problems.prompt ?? problems.newPrompt ?? '';
  return html`<form
    class="make-form"
    onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      submit();
    }}
  >
    <${Field} label=${mode === 'edit' ? 'What to change' : 'Describe the thumbnail'} id="prompt" problem=${promptProblem}
      hint=${mode === 'edit' ? 'One change a line: “title: NEVER AGAIN”, “make it blue”, “another layout”, “replace the cat with a dog”.' : undefined}>
      <${Prompt} value=${entered.prompt} isWrong=${promptProblem !== ''} change=${(/** @type {string} */ prompt) => set({ prompt })} submit=${submit}
        placeholder=${mode === 'edit' ? 'make it dark green' : 'A climber on a frozen waterfall, low sun, huge scale'} />
    </${Field}>
    ${below}
    ${mode !== 'edit' &&
    html`<${Field} label="Words on the picture" id="title" problem=${problems.title} aside="optional">
      <input id="title" dir="auto" maxlength="100" placeholder="I ALMOST FELL" value=${entered.title} onInput=${(/** @type {any} */ event) => set({ title: event.target.value })} />
    </${Field}>`}
    ${mode !== 'edit' && html`<${References} references=${entered.references} change=${(/** @type {any} */ change) => set({ references: change(entered.references) })} />`}
    <div class="row spread">
      <div class="field"><div class="field-head"><label for="count">How many</label></div>
        <${Stepper} id="count" value=${entered.count} least=${1} most=${10} onChange=${(/** @type {number} */ count) => set({ count })} /></div>
      <${Choice} legend="Shape" name="shape" value=${entered.aspectRatio} onChange=${(/** @type {string} */ aspectRatio) => set({ aspectRatio })}
        options=${SHAPES.map(({ value, name }) => ({
          value,
          title: `${name}, ${value}`,
          disabled: can ? !can.sizes.includes(value) : false,
          label: html`<${Shape} value=${value} /><span class="unseen">${name} </span><small>${value}</small>`,
        }))} />
    </div>
    <details class="more">
      <summary><span>Model, size and seed</span><${Icon} name="chevron" /></summary>
      <div class="stack">
        <${Field} label="Model" id="model" problem=${problems.model} hint=${can && abilities(can, model)}>
          <select id="model" value=${entered.model} onChange=${(/** @type {any} */ event) => set({ model: event.target.value })}>
            <option value="" selected=${entered.model === ''}>Default (${models.find((one) => one.default)?.id})</option>
            ${models.map(({ id }) => html`<option key=${id} value=${id} selected=${entered.model === id}>${id}</option>`)}
          </select>
        </${Field}>
        <${Choice} legend="Resolution" name="resolution" value=${entered.resolution} onChange=${(/** @type {string} */ resolution) => set({ resolution })} options=${RESOLUTIONS.map((value) => ({ value, label: value }))} />
        <${Choice} legend="Format" name="format" value=${entered.format} onChange=${(/** @type {string} */ format) => set({ format })} options=${FORMATS.map((value) => ({ value, label: value.toUpperCase() }))} />
        <${Field} label="Seed" id="seed" problem=${problems.seed} aside="optional" hint=${can && !can.seed ? 'This model ignores seeds.' : 'The same seed and inputs give the same picture.'}>
          <div class="row"><input id="seed" inputmode="numeric" pattern="[0-9]*" placeholder="Random" value=${entered.seed} onInput=${(/** @type {any} */ event) => set({ seed: event.target.value.replace(/\D/g, '').slice(0, 10) })} />
            <${Button} icon="refresh" label="Choose a random seed" onClick=${() => set({ seed: String(Math.floor(Math.random() * MOST_SEED)) })} /></div>
        </${Field}>
        ${mode !== 'edit' && html`<${Switch} label="Enhance the prompt" hint="Rewrites the prompt in more detail first." checked=${entered.enhancePrompt} onChange=${(/** @type {boolean} */ enhancePrompt) => set({ enhancePrompt })} />`}
      </div>
    </details>
    <div class="make-foot">
      <${Price} ...${price} notes=${below ? [] : (price.quote?.notes ?? [])} />
      ${problems[''] && html`<p class="problem" role="alert" dir="auto">${problems['']}</p>`}
      <${Button} kind="primary" type="submit" icon=${mode === 'new' ? 'make' : mode === 'vary' ? 'vary' : 'edit'} busy=${busy} disabled=${!ready || price.quote?.affordable === false || !may(mode === 'new' ? 'generate_thumbnail' : 'generate_variation')}>
        ${{ new: entered.count === 1 ? 'Make the thumbnail' : `Make ${entered.count} thumbnails`, vary: 'Make the variation', edit: 'Change the picture' }[mode]}
      </${Button}>
    </div>
  </form>`;
}

/** What a model can do, in a sentence. @param {import('../types').Model['capabilities']} can @param {import('../types').Model | undefined} model */
function abilities(can, model) {
  const parts = [
    `Makes ${can.resolutions.join(', ')}`,
    can.references.total ? `takes up to ${counted(can.references.total, 'picture')}` : 'takes no pictures',
    can.edits ? 'edits pictures' : 'edits no pictures',
    can.seed ? 'repeats a seed' : 'ignores seeds',
  ];
  const end = model?.endOfLife ? ` Ends on ${model.endOfLife}.` : '';
  const fallbacks = model?.fallbacks?.length ? ` If it fails: ${model.fallbacks.join(', ')}.` : '';
  return `${parts.join(', ')}.${fallbacks}${end}`;
}

/** A text that grows with its lines. @param {{ value: string, placeholder: string, isWrong: boolean, change: (text: string) => void, submit: () => void }} props */
function Prompt({ value, placeholder, isWrong, change, submit }) {
  const area = useRef(/** @type {any} */ (null));
  useEffect(() => {
    area.current.style.height = 'auto';
    area.current.style.height = `${Math.min(360, area.current.scrollHeight + 2)}px`;
  }, [value]);
  return html`<textarea
    ref=${area}
    id="prompt"
    dir="auto"
    rows="4"
    maxlength="4000"
    placeholder=${placeholder}
    value=${value}
    aria-invalid=${isWrong ? 'true' : undefined}
    aria-describedby=${isWrong ? 'prompt-note' : undefined}
    onInput=${(/** @type {any} */ event) => change(event.target.value)}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => (event.metaKey || event.ctrlKey) && event.key === 'Enter' && submit()}
  ></textarea>`;
}
