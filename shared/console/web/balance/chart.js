// What was used in each of the last days, by tool.
import { html, useState } from '../vendor/preact.js';
import { amount, day, thumbnails, words } from '../format.js';
import { Choice } from '../ui/controls.js';

const HEIGHT = 180;
const DAY = 86_400_000;
const RANGES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
];

/** The local day of a time, as a number. @param {string | number | Date} time */
function dayOf(time) {
  const date = new Date(time);
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY);
}

/**
 * What was used in each day, refunds taken off.
 * @param {import('../types').Transaction[]} transactions
 * @param {number} days
 */
export function usage(transactions, days) {
  const today = dayOf(new Date());
  /** @type {Map<string, number[]>} */
  const tools = new Map();
  for (const { tool, amount: change, createdAt } of transactions) {
    const at = days - 1 - (today - dayOf(createdAt));
    if (!tool || at < 0 || at >= days) continue;
    const perDay = tools.get(tool) ?? Array.from({ length: days }, () => 0);
    // Hundredths, because floating-point sums of them would show their error.
    perDay[at] = (Math.round((perDay[at] ?? 0) * 100) - Math.round(change * 100)) / 100;
    tools.set(tool, perDay);
  }
  return [...tools].map(([tool, perDay]) => ({ tool, perDay, sum: perDay.reduce((sum, one) => sum + Math.round(one * 100), 0) / 100 })).sort((a, b) => b.sum - a.sum);
}

/** @param {{ transactions: import('../types').Transaction[] }} props */
export function Chart({ transactions }) {
  const [range, setRange] = useState('30');
  const days = Number(range);
  const tools = usage(transactions, days);
  const sums = Array.from({ length: days }, (_, at) => tools.reduce((sum, { perDay }) => sum + Math.max(0, perDay[at] ?? 0), 0));
  const most = Math.max(1, ...sums);
  const total = tools.reduce((sum, one) => sum + Math.round(one.sum * 100), 0) / 100;
  const dateOf = (/** @type {number} */ at) => day(new Date(Date.now() - (days - 1 - at) * DAY));
  return html`<section class="panel chart" aria-label="Use">
    <header class="row spread"><div><h2>Use</h2><p class="hint">${thumbnails(total)} in the last ${days} days</p></div>
      <${Choice} hidden legend="Days" name="range" value=${range} onChange=${setRange} options=${RANGES} /></header>
    <div class="chart-area">
      <svg viewBox=${`0 0 ${days * 10} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label=${`Use by day and tool: ${tools.map(({ tool, sum }) => `${words(tool)} ${amount(sum)}`).join(', ') || 'none'}`}>
        ${[0.25, 0.5, 0.75, 1].map((share) => html`<line key=${share} x1="0" x2=${days * 10} y1=${HEIGHT * (1 - share) + 1} y2=${HEIGHT * (1 - share) + 1} />`)}
        ${sums.map((sum, at) => {
          let top = HEIGHT;
          return html`<g key=${at}><title>${dateOf(at)}: ${thumbnails(Math.round(sum * 100) / 100)}</title><rect class="catch" x=${at * 10} y="0" width="10" height=${HEIGHT} />
            ${tools.map(({ tool, perDay }, series) => {
              const height = (Math.max(0, perDay[at] ?? 0) / most) * (HEIGHT - 4);
              top -= height;
              return height > 0 && html`<rect key=${tool} class=${`series-${series % 6}`} x=${at * 10 + 1.5} y=${top} width="7" height=${height} />`;
            })}</g>`;
        })}
      </svg>
      <p class="chart-most hint">${amount(most)}</p>
    </div>
    <p class="row spread hint"><span>${dateOf(0)}</span><span>today</span></p>
    <ul class="legend">${tools.map(({ tool, sum }, series) => html`<li key=${tool}><span class=${`swatch series-${series % 6}`}></span>${words(tool)} <strong>${amount(sum)}</strong></li>`)}</ul>
  </section>`;
}
