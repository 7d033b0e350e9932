// A form made from a JSON Schema.
import { html, useRef } from '../vendor/preact.js';
import { Field, newId } from '../ui/controls.js';

/** The type of a schema, without `null`. @param {any} schema @returns {string} */
function typeOf({ type, enum: values }) {
  if (values) return 'choice';
  const types = [type].flat().filter((one) => one && one !== 'null');
  return types[0] ?? 'json';
}

/**
 * What was entered, as the value of a parameter; `undefined` if nothing was entered.
 * @param {any} schema
 * @param {string} text
 * @returns {unknown}
 */
export function valueOf(schema, text) {
  if (text.trim() === '') return undefined;
  switch (typeOf(schema)) {
    case 'integer':
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : text;
    case 'boolean':
      return text === 'true';
    case 'array':
      return text.split('\n').map((line) => line.trim()).filter(Boolean);
    case 'object':
    case 'json':
      try {
        return JSON.parse(text);
      } catch {
        return text;
      }
    default:
      return text;
  }
}

/** @param {any} schema */
function limitsOf({ minimum, maximum, maxLength, maxItems, default: initial }) {
  const parts = [];
  if (minimum !== undefined && maximum !== undefined) parts.push(`${minimum} to ${maximum}`);
  if (maxLength) parts.push(`at most ${maxLength} characters`);
  if (maxItems) parts.push(`at most ${maxItems}, one a line`);
  if (initial !== undefined) parts.push(`default ${JSON.stringify(initial)}`);
  return parts.join(', ');
}

/** A description, whose names between backticks are code. @param {string} text */
export const described = (text) => text.split('`').map((part, index) => (index % 2 ? html`<code>${part}</code>` : part));

/**
 * @param {{ name: string, schema: any, isRequired: boolean, value: string, problem?: string, change: (text: string) => void }} props
 */
export function Parameter({ name, schema, isRequired, value, problem, change }) {
  const id = useRef(newId()).current;
  const type = typeOf(schema);
  const shared = { id, 'aria-describedby': `${id}-note`, onInput: (/** @type {any} */ event) => change(event.target.value) };
  const choices = type === 'boolean' ? ['true', 'false'] : (schema.enum ?? []).filter((/** @type {any} */ one) => one !== null);
  const isLong = ['array', 'object', 'json'].includes(type) || (schema.maxLength ?? 0) > 400;
  const hint = html`${described(schema.description ?? '')}${limitsOf(schema) && html` <em>${limitsOf(schema)}</em>`}`;
  return html`<${Field} label=${name} id=${id} hint=${hint} problem=${problem} aside=${`${type === 'json' ? 'JSON' : type}${isRequired ? ', required' : ''}`}>
    ${choices.length
      ? html`<select ...${shared}><option value="" selected=${value === ''}>–</option>${choices.map((/** @type {any} */ one) => html`<option key=${one} value=${String(one)} selected=${value === String(one)}>${String(one)}</option>`)}</select>`
      : isLong
        ? html`<textarea ...${shared} dir="auto" rows="2" value=${value} placeholder=${type === 'object' ? '{ "key": "value" }' : undefined}></textarea>`
        : html`<input ...${shared} dir="auto" inputmode=${type === 'integer' ? 'numeric' : undefined} value=${value} />`}
  </${Field}>`;
}
