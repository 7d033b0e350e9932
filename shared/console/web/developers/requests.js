// The requests of this tab, with their ids and errors.
import { html, useState } from '../vendor/preact.js';
import { requests } from '../service/api.js';
import { useStore } from '../store.js';
import { Switch } from '../ui/controls.js';
import { Copy, Empty } from '../ui/feedback.js';
import { Code } from './operations.js';

const times = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });

export function Requests() {
  const all = useStore(requests);
  const [isFailedOnly, setFailedOnly] = useState(false);
  const shown = isFailedOnly ? all.filter(({ code }) => code) : all;
  return html`<section class="panel table-panel" aria-label="Requests">
    <div class="row spread"><p class="hint">The latest 200 requests of this tab. Tell the operator the id of a request that failed. Bodies and keys are not kept.</p>
      <${Switch} label="Only failures" checked=${isFailedOnly} onChange=${setFailedOnly} /></div>
    ${shown.length === 0
      ? html`<${Empty} icon="check" title="Nothing to show"></${Empty}>`
      : html`<div class="scroll" tabindex="0" role="group" aria-label="Requests, scrolls sideways"><table>
          <thead><tr><th scope="col">Time</th><th scope="col">Request</th><th scope="col">Status</th><th scope="col" class="number">ms</th><th scope="col">Request id</th></tr></thead>
          <tbody>
            ${shown.map(
              ({ at, method, path, status, milliseconds, requestId, code, message }, index) => html`<tr key=${requestId || index}>
                <td>${times.format(at)}</td>
                <td><code>${method} ${path}</code>${code && html`<div class="problem" dir="auto">${code}: ${message}</div>`}</td>
                <td><${Code} status=${status} /></td>
                <td class="number">${milliseconds}</td>
                <td>${requestId && html`<span class="id"><code>${requestId}</code><${Copy} text=${requestId} label="Copy the request id" /></span>`}</td>
              </tr>`,
            )}
          </tbody>
        </table></div>`}
  </section>`;
}
