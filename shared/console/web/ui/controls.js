// Controls of forms.
import { html } from '../vendor/preact.js';
import { Icon } from './icons.js';

let lastId = 0;
/** An id for a label that names a control. */
export const newId = () => `c${(lastId += 1)}`;

/**
 * @param {{
 *   children?: any, kind?: 'primary' | 'plain' | 'quiet' | 'danger', icon?: string, label?: string, busy?: boolean,
 *   disabled?: boolean, type?: 'button' | 'submit', onClick?: (event: any) => void, pressed?: boolean, small?: boolean,
 * }} props `label` names a button that shows only an icon.
 */
export function Button({ children, kind = 'plain', icon, label, busy, disabled, type = 'button', onClick, pressed, small }) {
  return html`<button
    type=${type}
    class=${`button ${kind} ${small ? 'small' : ''} ${children ? '' : 'bare'}`}
    disabled=${disabled}
    aria-label=${label}
    title=${label}
    aria-pressed=${pressed === undefined ? undefined : String(pressed)}
    aria-busy=${busy ? 'true' : undefined}
    onClick=${busy ? (/** @type {Event} */ event) => event.preventDefault() : onClick}
  >
    ${busy ? html`<span class="spinner" aria-hidden="true"></span>` : icon && html`<${Icon} name=${icon} size=${small ? 16 : 18} />`}
    ${children && html`<span>${children}</span>`}
  </button>`;
}

/**
 * A link that looks like a button.
 * @param {{ href: string, children?: any, kind?: string, icon?: string, label?: string, small?: boolean }} props
 */
export function ButtonLink({ href, children, kind = 'plain', icon, label, small }) {
  return html`<a
    class=${`button ${kind} ${small ? 'small' : ''} ${children ? '' : 'bare'}`}
    href=${href}
    aria-label=${label}
    title=${label}
  >
    ${icon && html`<${Icon} name=${icon} size=${small ? 16 : 18} />`}${children && html`<span>${children}</span>`}
  </a>`;
}

/**
 * A label, a control, and what is wrong with its value.
 * @param {{ label: string, id: string, hint?: any, problem?: string, children?: any, aside?: any }} props
 */
export function Field({ label, id, hint, problem, children, aside }) {
  return html`<div class=${`field ${problem ? 'wrong' : ''}`}>
    <div class="field-head"><label for=${id}>${label}</label>${aside && html`<span class="aside">${aside}</span>`}</div>
    ${children}
    ${problem ? html`<p class="problem" id=${`${id}-note`}>${problem}</p>` : hint && html`<p class="hint" id=${`${id}-note`}>${hint}</p>`}
  </div>`;
}

/**
 * A choice of a few values.
 * @param {{ legend: string, name: string, value: string, options: { value: string, label: any, title?: string, disabled?: boolean }[], onChange: (value: string) => void, hidden?: boolean }} props
 */
export function Choice({ legend, name, value, options, onChange, hidden }) {
  return html`<fieldset class="choice">
    <legend class=${hidden ? 'unseen' : ''}>${legend}</legend>
    <div class="segments">
      ${options.map(
        (option) => html`<label key=${option.value} class=${option.disabled ? 'disabled' : ''} title=${option.title}>
          <input
            type="radio"
            name=${name}
            value=${option.value}
            checked=${option.value === value}
            disabled=${option.disabled}
            onChange=${() => onChange(option.value)}
          />
          <span>${option.label}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}

/** @param {{ label: any, checked: boolean, onChange: (checked: boolean) => void, hint?: any, disabled?: boolean }} props */
export function Switch({ label, checked, onChange, hint, disabled }) {
  return html`<label class="switch">
    <input type="checkbox" role="switch" checked=${checked} disabled=${disabled} onChange=${(/** @type {any} */ event) => onChange(event.target.checked)} />
    <span class="track" aria-hidden="true"></span>
    <span class="switch-text"><span>${label}</span>${hint && html`<small>${hint}</small>`}</span>
  </label>`;
}

/** @param {{ id: string, value: number, least: number, most: number, onChange: (value: number) => void }} props */
export function Stepper({ id, value, least, most, onChange }) {
  const set = (/** @type {number} */ next) => onChange(Math.min(most, Math.max(least, next || least)));
  return html`<div class="stepper">
    <${Button} icon="minus" label="Fewer" kind="quiet" disabled=${value <= least} onClick=${() => set(value - 1)} />
    <input id=${id} type="number" inputmode="numeric" min=${least} max=${most} value=${value} onChange=${(/** @type {any} */ event) => set(Math.round(Number(event.target.value)))} />
    <${Button} icon="add" label="More" kind="quiet" disabled=${value >= most} onClick=${() => set(value + 1)} />
  </div>`;
}

/** @param {{ label: string, value: string, onInput: (value: string) => void, placeholder?: string }} props */
export function Search({ label, value, onInput, placeholder }) {
  return html`<div class="search">
    <${Icon} name="search" />
    <input type="search" dir="auto" maxlength="200" aria-label=${label} placeholder=${placeholder ?? label} value=${value} onInput=${(/** @type {any} */ event) => onInput(event.target.value)} />
  </div>`;
}
