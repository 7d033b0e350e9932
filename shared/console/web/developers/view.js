// Developers: operations as forms, webhooks, and the requests of this tab.
import { html } from '../vendor/preact.js';
import { address, place } from '../router.js';
import { account } from '../service/session.js';
import { useStore } from '../store.js';
import { Icon } from '../ui/icons.js';
import { loadStyle } from '../ui/style.js';
import { Operations } from './operations.js';
import { Requests } from './requests.js';
import { Webhooks } from './webhooks.js';

await loadStyle(new URL('developers.css', import.meta.url));

const TABS = [
  { name: 'operations', title: 'Operations', icon: 'code' },
  { name: 'webhooks', title: 'Webhooks', icon: 'webhook' },
  { name: 'requests', title: 'Requests', icon: 'balance' },
];

export function View() {
  const { rest } = useStore(place);
  const tab = TABS.find(({ name }) => name === rest[0])?.name ?? 'operations';
  const scopes = [...new Set(account().tools.filter(({ callable }) => callable).map(({ category }) => category))];
  return html`<div class="page developers">
    <header class="row spread"><div class="titles"><h1>Developers</h1><p class="hint">This key may use ${scopes.join(', ') || 'no tool'}. The API is described in <a href="/openapi.json" target="_blank" rel="noopener">openapi.json</a> and <a href="/llms.txt" target="_blank" rel="noopener">llms.txt</a>.</p></div>
      <nav class="ways" aria-label="For developers">
        ${TABS.map(({ name, title, icon }) => html`<a key=${name} href=${address(['developers', name])} aria-current=${tab === name ? 'true' : undefined}><${Icon} name=${icon} size=${16} /><span>${title}</span></a>`)}
      </nav>
    </header>
    ${tab === 'webhooks' ? html`<${Webhooks} />` : tab === 'requests' ? html`<${Requests} />` : html`<${Operations} name=${rest[1] ?? ''} />`}
  </div>`;
}
