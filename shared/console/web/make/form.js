// The form of a new thumbnail, a variation or an edit.
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { account, may } from '../service/session.js';
import { Button, Choice, Field, Stepper } from '../ui/controls.js';
import { Icon } from '../ui/icons.js';
import { Lazy } from '../ui/lazy.js';
import { Price } from './price.js';
import { References } from './references.js';

const SHAPES = [
  { value: '16:9', name: 'Wide' },
  { value: '9:16', name: 'Tall' },
  { value: '1:1', name: 'Square' },
  { value: '4:3', name: 'Classic' },
];
const settings = () => import('./settings.js');

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
  const [isOpen, setOpen] = useState(false);
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
    <details class="more" onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}>
      <summary><span>Model, size and seed</span><${Icon} name="chevron" /></summary>
      ${isOpen && html`<${Lazy} load=${settings} name="Settings" props=${{ entered, mode, model, set, problems }} />`}
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
