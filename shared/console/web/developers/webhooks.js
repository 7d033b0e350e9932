// Webhooks: create, rotate, test, deliveries, replay.
import { html, useState } from '../vendor/preact.js';
import { idempotencyKey, send } from '../service/api.js';
import { ago, moment } from '../format.js';
import { useLoad } from '../service/load.js';
import { Button, Field } from '../ui/controls.js';
import { Confirm, Dialog } from '../ui/dialog.js';
import { Copy, Empty, Loading, Problem, Status, messageOf, tell, tellProblem } from '../ui/feedback.js';

const PATH = '/api/v1/webhooks';
const EVENTS = ['thumbnail.completed', 'thumbnail.failed', 'generation.ended', 'balance.low'];

/** @param {string} method @param {string} [path] @param {object} [options] @returns {Promise<any>} */
const ask = async (method, path = '', options = {}) => (await send(method, `${PATH}${path}`, options)).body.data;

export function Webhooks() {
  const { data, error, again } = useLoad((signal) => ask('GET', '', { signal }), []);
  const [open, setOpen] = useState('');
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState('');
  if (error) return html`<${Problem} error=${error} retry=${again} />`;
  if (!data) return html`<${Loading} />`;
  /** @type {import('../types').Webhook[]} */
  const webhooks = data.webhooks;
  const own = () => ask('GET', '/secret').then((answer) => setSecret(answer.secret), tellProblem);
  return html`<section class="stack" aria-label="Webhooks">
    <div class="row spread"><p class="hint">The service posts events to these addresses, signed as Standard Webhooks.</p>
      <div class="row wrap"><${Button} icon="key" onClick=${own}>Secret of the organization</${Button}><${Button} kind="primary" icon="add" onClick=${() => setAdding(true)}>New webhook</${Button}></div></div>
    ${webhooks.length === 0 && html`<${Empty} icon="webhook" title="No webhook yet"><p>A webhook tells your program at once when a thumbnail is finished.</p></${Empty}>`}
    <ul class="stack">${webhooks.map((webhook) => html`<${Row} key=${webhook.webhookId} webhook=${webhook} isOpen=${open === webhook.webhookId} toggle=${() => setOpen(open === webhook.webhookId ? '' : webhook.webhookId)} again=${again} tell=${setSecret} />`)}</ul>
    ${isAdding && html`<${Create} close=${() => setAdding(false)} created=${(/** @type {string} */ fresh) => {
      setAdding(false);
      setSecret(fresh);
      again();
    }} />`}
    ${secret && html`<${Dialog} title="The secret" close=${() => setSecret('')}><p class="hint">Your program verifies signatures with it. Keep it like a password.</p><div class="secret"><code>${secret}</code><${Copy} text=${secret} label="Copy the secret" /></div></${Dialog}>`}
  </section>`;
}

/** @param {{ close: () => void, created: (secret: string) => void }} props */
function Create({ close, created }) {
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [events, setEvents] = useState(/** @type {string[]} */ ([]));
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setBusy(true);
    setProblem('');
    try {
      const body = { url, events, ...(description ? { description } : {}) };
      created((await ask('POST', '', { body, idempotencyKey: idempotencyKey() })).secret);
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return html`<${Dialog} title="New webhook" close=${close}>
    <form class="stack" onSubmit=${submit}>
      <${Field} label="Address" id="webhook-url"><input id="webhook-url" type="url" required maxlength="2048" placeholder="https://example.com/hooks" value=${url} onInput=${(/** @type {any} */ event) => setUrl(event.target.value)} /></${Field}>
      <${Field} label="Description" id="webhook-description" aside="optional"><input id="webhook-description" dir="auto" maxlength="500" value=${description} onInput=${(/** @type {any} */ event) => setDescription(event.target.value)} /></${Field}>
      <fieldset class="boxes-list"><legend>Events</legend><p class="hint">None chosen means all.</p>
        ${EVENTS.map((name) => html`<label key=${name}><input type="checkbox" checked=${events.includes(name)} onChange=${(/** @type {any} */ event) => setEvents((now) => (event.target.checked ? [...now, name] : now.filter((one) => one !== name)))} /> <code>${name}</code></label>`)}
      </fieldset>
      ${problem && html`<p class="problem" role="alert" dir="auto">${problem}</p>`}
      <${Button} type="submit" kind="primary" busy=${busy}>Create</${Button}>
    </form>
  </${Dialog}>`;
}

/** @param {{ webhook: import('../types').Webhook, isOpen: boolean, toggle: () => void, again: () => void, tell: (secret: string) => void }} props */
function Row({ webhook, isOpen, toggle, again, tell: show }) {
  const { webhookId: id, url, description, events, enabled, disabledReason, lastDeliveryAt, lastStatus } = webhook;
  const [question, setQuestion] = useState('');
  const [turn, setTurn] = useState(0);
  const act = (/** @type {() => Promise<void>} */ work) => () => work().catch(tellProblem);
  const test = act(async () => {
    const delivery = await ask('POST', `/${id}/test`);
    const status = delivery.attempts[0]?.status;
    tell(delivery.status === 'delivered' ? `The receiver answered with status ${status}.` : `The receiver did not accept it${status ? `: status ${status}` : `: ${delivery.attempts[0]?.error ?? 'no answer'}`}.`, delivery.status === 'delivered' ? 'done' : 'wrong');
    setTurn((now) => now + 1);
  });
  const secret = act(async () => show((await ask('GET', `/${id}/secret`)).secret));
  const enable = act(async () => {
    await ask('PATCH', `/${id}`, { body: { enabled: !enabled } });
    again();
  });
  return html`<li class="panel webhook">
    <div class="row spread">
      <div class="titles"><p class="webhook-url" dir="ltr">${url}</p>${description && html`<p dir="auto">${description}</p>`}
        <p class="hint">${events.length ? events.join(', ') : 'all events'}${lastDeliveryAt ? ` · last attempt ${ago(lastDeliveryAt)}, ${lastStatus ?? 'no answer'}` : ' · nothing sent yet'}</p></div>
      <${Status} status=${enabled ? 'enabled' : 'disabled'} />
    </div>
    ${disabledReason && html`<p class="problem" dir="auto">${disabledReason}</p>`}
    <div class="row wrap">
      <${Button} small icon="play" onClick=${test}>Test</${Button}>
      <${Button} small pressed=${isOpen} onClick=${toggle}>Deliveries</${Button}>
      <${Button} small icon="key" onClick=${secret}>Secret</${Button}>
      <${Button} small icon="refresh" onClick=${() => setQuestion('rotate')}>Rotate</${Button}>
      <${Button} small onClick=${enable}>${enabled ? 'Disable' : 'Enable'}</${Button}>
      <${Button} small kind="danger" icon="trash" onClick=${() => setQuestion('delete')}>Delete</${Button}>
    </div>
    ${isOpen && html`<${Deliveries} key=${turn} id=${id} />`}
    ${question === 'rotate' && html`<${Confirm} title="Replace the secret?" action="Replace" close=${() => setQuestion('')} run=${async () => show((await ask('POST', `/${id}/rotate`)).secret)}><p>For 24 hours events are signed with the old and with the new secret.</p></${Confirm}>`}
    ${question === 'delete' && html`<${Confirm} title="Delete this webhook?" action="Delete" close=${() => setQuestion('')} run=${async () => {
      await ask('DELETE', `/${id}`);
      again();
    }}><p>${url} gets no more events. Deliveries that wait fail at once.</p></${Confirm}>`}
  </li>`;
}

/** @param {{ id: string }} props */
function Deliveries({ id }) {
  const { data, error, again } = useLoad((signal) => ask('GET', `/${id}/deliveries?limit=50`, { signal }), [id]);
  if (error) return html`<${Problem} error=${error} retry=${again} />`;
  if (!data) return html`<${Loading} />`;
  /** @type {import('../types').Delivery[]} */
  const deliveries = data.deliveries;
  if (deliveries.length === 0) return html`<p class="empty-line">No deliveries in the last 30 days.</p>`;
  const replay = (/** @type {string} */ deliveryId) =>
    ask('POST', `/${id}/deliveries/${deliveryId}/replay`).then(() => {
      tell('Sent once more.');
      again();
    }, tellProblem);
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Deliveries, scrolls sideways"><table>
    <thead><tr><th scope="col">When</th><th scope="col">Event</th><th scope="col">Status</th><th scope="col">Attempts</th><th scope="col"><span class="unseen">Actions</span></th></tr></thead>
    <tbody>${deliveries.map(
      (delivery) => html`<tr key=${delivery.deliveryId}>
        <td>${moment(delivery.createdAt)}</td><td><code>${delivery.event}</code></td><td><${Status} status=${delivery.status} /></td>
        <td>${delivery.attempts.map((attempt) => attempt.status ?? attempt.error ?? 'no answer').join(', ')}${delivery.nextAttemptAt && html`<div class="hint">next ${moment(delivery.nextAttemptAt)}</div>`}</td>
        <td><${Button} small icon="refresh" onClick=${() => replay(delivery.deliveryId)}>Replay</${Button}></td>
      </tr>`,
    )}</tbody>
  </table></div>`;
}
