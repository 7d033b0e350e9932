// Every operation as a form, with its price, its answer, and the same call as code.
import { html, useState } from '../vendor/preact.js';
import { idempotencyKey, quote, send } from '../service/api.js';
import { ApiError } from '../service/errors.js';
import { thumbnails, words } from '../format.js';
import { useLoad } from '../service/load.js';
import { address, go } from '../router.js';
import { may, refreshCredits } from '../service/session.js';
import { Button, Choice } from '../ui/controls.js';
import { Confirm } from '../ui/dialog.js';
import { Copy, Loading, Problem } from '../ui/feedback.js';
import { operations } from './document.js';
import { Parameter, described, valueOf } from './form.js';
import { SAMPLES } from './samples.js';

const TOOLS = '/api/v1/tools/';

/** @param {{ name: string }} props */
export function Operations({ name }) {
  const { data, error, again } = useLoad(() => operations(), []);
  if (error) return html`<${Problem} error=${error} retry=${again} />`;
  if (!data) return html`<${Loading} label="Reading the description of the API" />`;
  const operation = data.find(({ id }) => id === name) ?? data.find(({ id }) => id === 'generate_thumbnail') ?? data[0];
  const tags = [...new Set(data.map(({ tag }) => tag))];
  return html`<div class="operations">
    <nav class="operation-list" aria-label="Operations">
      ${tags.map(
        (tag) => html`<section key=${tag}><h2 class="minor">${words(tag)}</h2><ul>
          ${data.filter((one) => one.tag === tag).map((one) => html`<li key=${one.id}><a href=${address(['developers', 'operations', one.id])} aria-current=${one === operation ? 'true' : undefined}><code>${one.id}</code></a></li>`)}
        </ul></section>`,
      )}
    </nav>
    <select class="operation-select" aria-label="Operation" onChange=${(/** @type {any} */ event) => go(address(['developers', 'operations', event.target.value]))}>
      ${data.map((one) => html`<option key=${one.id} value=${one.id} selected=${one === operation}>${one.id}</option>`)}
    </select>
    ${operation && html`<${Operation} key=${operation.id} operation=${operation} />`}
  </div>`;
}

/** @param {{ operation: import('./document.js').Operation }} props */
function Operation({ operation }) {
  const { id, method, path, description, cost, isIdempotent, inPath, inQuery, body } = operation;
  const [entered, setEntered] = useState(/** @type {Record<string, string>} */ ({}));
  const [answer, setAnswer] = useState(/** @type {{ status: number, requestId: string, text: string, issues: Record<string, string> } | null} */ (null));
  const [price, setPrice] = useState('');
  const [busy, setBusy] = useState('');
  const [isAsking, setAsking] = useState(false);
  const [language, setLanguage] = useState('curl');

  /** @type {[string, any][]} */
  const properties = body?.properties ? Object.entries(body.properties) : [];
  // Most callers give the parameters that an example has, so these come first.
  const usual = [...(body?.required ?? []), ...Object.keys(body?.examples?.[0] ?? {})];
  properties.sort(([a], [b]) => Number(usual.includes(b)) - Number(usual.includes(a)));
  const isFree = body?.anyOf === true;
  const value = (/** @type {string} */ name, /** @type {any} */ schema) => valueOf(schema, entered[name] ?? '');
  const given = properties.map(([name, schema]) => [name, value(name, schema)]).filter(([, one]) => one !== undefined);
  const sent = body === null ? undefined : isFree ? (value('body', { type: 'object' }) ?? {}) : Object.fromEntries(given);
  const filled = inPath.reduce((text, { name, schema }) => text.replace(`{${name}}`, encodeURIComponent(String(value(name, schema) ?? `{${name}}`))), path);
  const query = inQuery.flatMap(({ name, schema }) => (value(name, schema) === undefined ? [] : [[name, String(value(name, schema))]]));
  const where = `${filled}${query.length ? `?${new URLSearchParams(query)}` : ''}`;
  const code = SAMPLES[/** @type {keyof typeof SAMPLES} */ (language)]({ method, url: location.origin + where, body: sent, isIdempotent });
  const isTool = path.startsWith(TOOLS) && method === 'POST';
  const mayCall = !isTool || may(id);
  const isDestructive = method === 'DELETE' || /^(delete|cancel|rotate)_/.test(id);

  const run = async () => {
    setBusy('call');
    try {
      const { body: received, status, headers } = await send(method, where, { body: sent, ...(isIdempotent ? { idempotencyKey: idempotencyKey() } : {}) });
      setAnswer({ status, requestId: headers.get('X-Request-Id') ?? '', text: JSON.stringify(received, null, 2), issues: {} });
      if (cost) refreshCredits();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { status, requestId, code: name, message, details, issues } = error;
      setAnswer({ status, requestId, text: JSON.stringify({ success: false, error: message, code: name, details }, null, 2), issues });
    }
    setBusy('');
  };
  const ask = async () => {
    setBusy('price');
    const told = await quote(id, sent ?? {}).catch((/** @type {unknown} */ error) => error);
    setPrice(told instanceof Error ? told.message : `This call costs ${thumbnails(/** @type {any} */ (told).cost)}.`);
    setBusy('');
  };
  const set = (/** @type {string} */ name) => (/** @type {string} */ text) => setEntered((now) => ({ ...now, [name]: text }));
  const field = (/** @type {string} */ name, /** @type {any} */ schema, /** @type {boolean} */ isRequired) => html`<${Parameter} key=${name} name=${name} schema=${schema} isRequired=${isRequired} value=${entered[name] ?? ''} problem=${answer?.issues[name]} change=${set(name)} />`;
  return html`<div class="operation">
    <form class="panel stack" onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      if (isDestructive) setAsking(true);
      else run();
    }}>
      <header><p class="route"><span class=${`method ${method.toLowerCase()}`}>${method}</span> <code>${path}</code></p>
        <p class="hint">${described(description)}</p></header>
      ${[...inPath, ...inQuery].map(({ name, schema, required, description: about }) => field(name, { ...schema, description: about }, required))}
      ${properties.map(([name, schema]) => field(name, schema, (body.required ?? []).includes(name)))}
      ${isFree && field('body', { type: 'object', description: 'The body of a call of the tool.' }, true)}
      <footer class="row wrap">
        <${Button} type="submit" kind="primary" icon="play" busy=${busy === 'call'} disabled=${!mayCall}>${mayCall ? 'Call' : 'This key may not call it'}</${Button}>
        ${isTool && Boolean(cost) && html`<${Button} busy=${busy === 'price'} onClick=${ask}>Price</${Button}>`}
        <span class="hint" role="status">${price || (cost ? `From ${thumbnails(cost)}.` : 'Free.')}</span>
      </footer>
    </form>
    <div class="stack">
      <section class="panel code-panel" aria-label="Code">
        <div class="row spread"><${Choice} hidden legend="Language" name="language" value=${language} onChange=${setLanguage} options=${Object.keys(SAMPLES).map((one) => ({ value: one, label: one }))} /><${Copy} text=${code} label="Copy the code" /></div>
        <pre tabindex="0" aria-label="The call as code"><code>${code}</code></pre>
      </section>
      ${answer &&
      html`<section class="panel code-panel" aria-label="Answer">
        <div class="row spread"><h2 class="minor">Answer <${Code} status=${answer.status} /></h2><${Copy} text=${answer.text} label="Copy the answer" /></div>
        <p class="fine">Request <code>${answer.requestId || '–'}</code></p>
        <pre tabindex="0" class="answer" aria-label="The answer"><code>${answer.text}</code></pre>
      </section>`}
    </div>
    ${isAsking && html`<${Confirm} title=${`Call ${id}?`} action="Call" close=${() => setAsking(false)} run=${run}><p>This cannot be undone.</p></${Confirm}>`}
  </div>`;
}

/** @param {{ status: number }} props */
export function Code({ status }) {
  return html`<span class=${`status ${status >= 200 && status < 400 ? 'completed' : 'failed'}`}>${status || 'no answer'}</span>`;
}
