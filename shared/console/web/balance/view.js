// Balance: what is left, its use by day, and its history.
import { html, useEffect, useState } from '../vendor/preact.js';
import { read } from '../service/api.js';
import { amount, bytes, moment, words } from '../format.js';
import { useLoad } from '../service/load.js';
import { address } from '../router.js';
import { may, refreshCredits, session } from '../service/session.js';
import { useStore } from '../store.js';
import { Button } from '../ui/controls.js';
import { Empty, Loading, Problem, Status, tellProblem } from '../ui/feedback.js';
import { loadStyle } from '../ui/style.js';
import { Chart } from './chart.js';
import { save } from './csv.js';

await loadStyle(new URL('balance.css', import.meta.url));

const PAGE = 100;
/** The chart and the first table need no more. CSV reads everything. */
const FIRST_PAGES = 3;

/** @param {string | null} cursor @param {AbortSignal} [signal] */
const page = (cursor, signal) => read('get_credit_history', { limit: PAGE, ...(cursor ? { cursor } : {}) }, signal);

/** All entries from a cursor on. @param {string | null} cursor @param {number} [pages] @param {AbortSignal} [signal] */
async function entries(cursor, pages = Infinity, signal = undefined) {
  /** @type {import('../types').Transaction[]} */
  const found = [];
  let next = cursor;
  for (let turn = 0; turn < pages; turn += 1) {
    const data = await page(next, signal);
    found.push(...data.transactions);
    next = data.nextCursor;
    if (!next) break;
  }
  return { found, next };
}

export function View() {
  const now = useStore(session);
  const credits = now.state === 'in' ? now.account.credits : null;
  useEffect(() => {
    refreshCredits();
  }, []);
  const history = useLoad((signal) => (may('get_credit_history') ? entries(null, FIRST_PAGES, signal) : Promise.resolve({ found: [], next: null })), []);
  const [busy, setBusy] = useState('');
  if (!credits) return html`<div class="page"><${Empty} icon="key" title="This key may not read the balance"></${Empty}></div>`;
  const run = async (/** @type {string} */ name, /** @type {() => Promise<void>} */ work) => {
    setBusy(name);
    await work().catch(tellProblem);
    setBusy('');
  };
  const more = () =>
    run('more', async () => {
      const { found, next } = history.data ?? { found: [], next: null };
      const later = await entries(next, 1);
      history.set({ found: [...found, ...later.found], next: later.next });
    });
  const csv = () => run('csv', async () => save((await entries(null)).found));
  const found = history.data?.found ?? [];
  return html`<div class="page balance">
    <header class="row spread"><h1>Balance</h1>
      <${Button} icon="download" busy=${busy === 'csv'} disabled=${found.length === 0} onClick=${csv}>Download CSV</${Button}></header>
    <div class="balance-head">
      <section class="panel balance-left"><p class="hint">Left</p><p class="figure">${amount(credits.balance)}</p><p class="hint">thumbnails of <bdi>${credits.organizationName}</bdi>, plan <strong class="plan">${credits.plan}</strong></p></section>
      <section class="panel"><h2 class="minor">Prices</h2><dl class="facts">${Object.entries(credits.costs).map(([tool, cost]) => html`<div key=${tool}><dt>${words(tool)}</dt><dd>${amount(cost)}</dd></div>`)}</dl></section>
      <section class="panel"><h2 class="minor">Quotas</h2><ul class="meters">${Object.entries(credits.limits).map(([name, limit]) => html`<${Meter} key=${name} name=${name} used=${/** @type {any} */ (credits.usage)[name]} limit=${limit} />`)}</ul></section>
    </div>
    ${history.error && html`<${Problem} error=${history.error} retry=${history.again} />`}
    ${!history.data && !history.error && html`<${Loading} label="Reading the history" />`}
    ${found.length > 0 &&
    html`<${Chart} transactions=${found} />
      <section class="panel table-panel" aria-label="History">
        <h2>History</h2>
        <div class="scroll" tabindex="0" role="group" aria-label="History, scrolls sideways">
          <table>
            <thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col">For</th><th scope="col" class="number">Amount</th><th scope="col" class="number">Balance</th></tr></thead>
            <tbody>
              ${found.map(
                (entry) => html`<tr key=${entry.transactionId}>
                  <td>${moment(entry.createdAt)}</td>
                  <td><${Status} status=${entry.type} /></td>
                  <td dir="auto">${entry.generationId && entry.tool ? html`<a href=${address(['look', entry.generationId])}>${entry.description}</a>` : entry.description}</td>
                  <td class=${`number ${entry.amount > 0 ? 'plus' : ''}`}>${entry.amount > 0 ? '+' : ''}${amount(entry.amount)}</td>
                  <td class="number">${amount(entry.balanceAfter)}</td>
                </tr>`,
              )}
            </tbody>
          </table>
        </div>
        ${history.data?.next && html`<div class="center"><${Button} busy=${busy === 'more'} onClick=${more}>Show more</${Button}></div>`}
      </section>`}
  </div>`;
}

/** @param {{ name: string, used: number, limit: number }} props */
function Meter({ name, used, limit }) {
  const shown = name === 'bytes' ? bytes : amount;
  return html`<li><span><span>${words(name)}</span><span class="hint">${shown(used)} of ${shown(limit)}</span></span>
    <meter min="0" max=${limit} high=${limit * 0.9} value=${used} aria-label=${words(name)}></meter></li>`;
}
