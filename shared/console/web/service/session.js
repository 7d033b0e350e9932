// The key of this tab, and what its owner may do. The key is in `sessionStorage` and nowhere else.
import { authenticate, call, send } from './api.js';
import { ApiError } from './errors.js';
import { replace } from '../router.js';
import { forgetAccount, store } from '../store.js';

const KEY = 'key';
/** A key as the service makes it. */
const FORM = /^tgs_[A-Za-z0-9_-]{43}$/;

/** @typedef {{ credits: import('../types').Credits | null, tools: import('../types').Tool[], models: import('../types').Model[] }} Account */
/** @typedef {{ state: 'out', reason: string, isWanted: boolean } | { state: 'entering' } | { state: 'in', account: Account }} Session */

/** @type {import('../store.js').Store<Session>} */
export const session = store(/** @type {Session} */ ({ state: 'out', reason: '', isWanted: false }));

let key = '';

authenticate({
  key: () => key,
  refused: (error) => leave(reasonOf(error)),
});

/** @param {ApiError} error */
function reasonOf(error) {
  if (error.code === 'FORBIDDEN') {
    const message = error.details.message;
    return `Your organization is suspended.${message ? ` The operator says: ${message}` : ''}`;
  }
  /** @type {Record<string, string>} */
  const reasons = {
    revoked: 'This key has been revoked. Sign in with another key.',
    expired: 'This key has expired. Sign in with another key.',
    invalid: 'The service does not know this key.',
  };
  return reasons[error.details.reason] ?? error.message;
}

/**
 * Takes a key out of the address, where `cargo run` puts it, so that it is neither in the history nor in a bookmark.
 * @returns {string} The key, or an empty text.
 */
function keyInAddress() {
  const found = /^#key=(.*)$/.exec(location.hash);
  if (!found) return '';
  replace('#/make');
  return found[1] ?? '';
}

/** Signs in with the key of the address or of this tab. */
export function resume() {
  const given = keyInAddress() || sessionStorage.getItem(KEY);
  if (given) enter(given);
}

// The link was opened in a tab that shows the console already.
addEventListener('hashchange', () => {
  const given = keyInAddress();
  if (!given) return;
  if (session.get().state === 'in') leave('', true);
  enter(given);
});

/**
 * Signs in.
 * @param {string} text
 */
export async function enter(text) {
  const given = text.trim();
  if (!FORM.test(given)) {
    leave('A key begins with tgs_ and has 47 characters.');
    return;
  }
  key = given;
  session.set({ state: 'entering' });
  try {
    const account = await load();
    if (key !== given) return;
    sessionStorage.setItem(KEY, given);
    session.set({ state: 'in', account });
  } catch (error) {
    // A refusal of the key has already ended the session, with its reason.
    if (session.get().state === 'entering') {
      // The key may be right: the tab keeps it, and a reload tries again.
      if (error instanceof ApiError && error.code !== 'OFFLINE') sessionStorage.removeItem(KEY);
      session.set({ state: 'out', reason: error instanceof ApiError ? error.message : 'Signing in failed.', isWanted: false });
    }
  }
}

/** @returns {Promise<Account>} */
async function load() {
  const { body } = await send('GET', '/api/v1/tools?fields=slim');
  const { tools, models } = body;
  const mayReadBalance = tools.some((/** @type {any} */ tool) => tool.name === 'get_credits' && tool.callable);
  return { tools, models, credits: mayReadBalance ? await call('get_credits') : null };
}

/**
 * Signs out, and forgets the key and what was read with it.
 * @param {string} reason
 * @param {boolean} [isWanted] Whether the user wants it. Otherwise what was entered stays for another key.
 */
export function leave(reason, isWanted = false) {
  key = '';
  sessionStorage.removeItem(KEY);
  forgetAccount();
  session.set({ state: 'out', reason, isWanted });
}

/** The account of the session. It is there only in views that are shown after signing in. @returns {Account} */
export function account() {
  const now = session.get();
  return now.state === 'in' ? now.account : { credits: null, tools: [], models: [] };
}

/** Reads the balance again. */
export async function refreshCredits() {
  if (!account().credits) return;
  const credits = await call('get_credits').catch(() => null);
  const now = session.get();
  if (credits && now.state === 'in') session.set({ state: 'in', account: { ...now.account, credits } });
}

/**
 * Shows a balance that the service has told in another answer.
 * @param {number} balance
 */
export function tellBalance(balance) {
  const now = session.get();
  if (now.state !== 'in' || !now.account.credits) return;
  const credits = { ...now.account.credits, balance };
  session.set({ state: 'in', account: { ...now.account, credits } });
}

/** Whether the key may call this tool. @param {string} name */
export function may(name) {
  return account().tools.some((tool) => tool.name === name && tool.callable);
}

/** What one unit of a tool costs. @param {string} name */
export function priceOf(name) {
  return account().tools.find((tool) => tool.name === name)?.meta.creditCost ?? 0;
}
