// The price of a call, while the user enters it.
import { html, useEffect, useState } from '../vendor/preact.js';
import { quote } from '../service/api.js';
import { ApiError } from '../service/errors.js';
import { amount, thumbnails } from '../format.js';

/** How long the user must have entered nothing before the price is asked for. */
const PAUSE = 350;
/** After how long a price that exceeds the balance is asked for again: the operator may have granted more. */
const UNTIL_GRANTED = 20_000;

/**
 * The quote of a call, asked for again when `key` changes.
 * @param {string} tool
 * @param {object} body
 * @param {string} key What the price depends on; empty if there is nothing to ask for.
 * @returns {{ quote: import('../types').Quote | null, error: ApiError | null }}
 */
export function useQuote(tool, body, key) {
  const [answer, setAnswer] = useState(/** @type {{ quote: import('../types').Quote | null, error: ApiError | null }} */ ({ quote: null, error: null }));
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (!key) {
      setAnswer({ quote: null, error: null });
      return undefined;
    }
    const controller = new AbortController();
    let timer = setTimeout(async () => {
      try {
        const told = await quote(tool, body, controller.signal);
        setAnswer({ quote: told, error: null });
        if (!told.affordable) timer = setTimeout(() => setRound(round + 1), UNTIL_GRANTED);
      } catch (error) {
        if (!controller.signal.aborted && error instanceof ApiError) setAnswer({ quote: null, error });
      }
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [tool, key, round]);
  return answer;
}

/** The reasons of errors that are shown beside their fields: some after the user has pressed the button. */
const BESIDE_FIELDS = ['body', 'change'];

/** @param {{ quote: import('../types').Quote | null, error: ApiError | null, notes: string[] }} props */
export function Price({ quote, error, notes }) {
  if (error) {
    if (error.code === 'VALIDATION_ERROR' && BESIDE_FIELDS.includes(error.details.reason)) return null;
    return html`<p class="price problem" role="status" dir="auto">${error.message}</p>`;
  }
  if (!quote) return html`<p class="price" role="status">The price is shown here.</p>`;
  const parts = quote.items.filter(({ units }) => units > 0);
  return html`<div class=${`price ${quote.affordable ? '' : 'short'}`} role="status">
    <p><strong>${thumbnails(quote.cost)}</strong> <span>of ${amount(quote.balance)} left</span></p>
    ${parts.length > 1 && html`<small>${parts.map(({ description, units, unitCost }) => `${units} × ${description.toLowerCase()} (${amount(unitCost)})`).join(' + ')}</small>`}
    ${notes.length > 0 && html`<ul class="price-notes">${notes.map((note) => html`<li key=${note} dir="auto">${note}</li>`)}</ul>`}
    ${!quote.affordable && html`<p class="problem">The balance is too small. Ask the operator of the service for more.</p>`}
  </div>`;
}
