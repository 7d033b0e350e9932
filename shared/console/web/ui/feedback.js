// What the console tells its user: problems, short messages, states.
import { html, useEffect, useState } from '../vendor/preact.js';
import { ApiError } from '../service/errors.js';
import { words } from '../format.js';
import { store, useStore } from '../store.js';
import { Button } from './controls.js';
import { Icon } from './icons.js';

const notices = store(/** @type {{ id: number, text: string, kind: string }[]} */ ([]));
let lastNotice = 0;

/**
 * Shows a short message for a few seconds.
 * @param {string} text
 * @param {'done' | 'wrong'} [kind]
 */
export function tell(text, kind = 'done') {
  const id = (lastNotice += 1);
  notices.set([...notices.get().slice(-2), { id, text, kind }]);
  setTimeout(() => notices.set(notices.get().filter((notice) => notice.id !== id)), kind === 'wrong' ? 9000 : 4000);
}

/** @param {unknown} error */
export function tellProblem(error) {
  tell(messageOf(error), 'wrong');
}

export function Notices() {
  const shown = useStore(notices);
  return html`<div class="notices" role="status" aria-live="polite">
    ${shown.map(
      ({ id, text, kind }) => html`<div key=${id} class=${`notice ${kind}`}>
        <${Icon} name=${kind === 'wrong' ? 'error' : 'check'} /><span dir="auto">${text}</span>
      </div>`,
    )}
  </div>`;
}

/** What an error says, with what to do about it. @param {unknown} error */
export function messageOf(error) {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  const issues = Object.entries(error.issues);
  if (error.code === 'VALIDATION_ERROR' && issues.length) {
    return issues.map(([path, message]) => (path ? `${path}: ${message}` : message)).join(' ');
  }
  return error.message;
}

/** @type {Record<string, string>} */
const TITLES = {
  OFFLINE: 'No connection',
  RATE_LIMITED: 'Too many requests',
  INSUFFICIENT_CREDITS: 'The balance is too small',
  FORBIDDEN: 'This key may not do that',
  NOT_FOUND: 'Not found',
  INTERNAL_ERROR: 'The service failed',
};

/** @param {{ error: unknown, retry?: () => void }} props */
export function Problem({ error, retry }) {
  const title = (error instanceof ApiError && TITLES[error.code]) || 'That did not work';
  const id = error instanceof ApiError ? error.requestId : '';
  return html`<div class="panel problem-panel" role="alert">
    <${Icon} name="error" size=${22} />
    <div>
      <h2 class="minor">${title}</h2>
      <p dir="auto">${messageOf(error)}</p>
      ${id && html`<p class="fine">Request <code>${id}</code></p>`}
      ${retry && html`<${Button} small icon="refresh" onClick=${retry}>Try again</${Button}>`}
    </div>
  </div>`;
}

/** @param {{ status: string }} props */
export function Status({ status }) {
  return html`<span class=${`status ${status}`}>${words(status)}</span>`;
}

/** @param {{ label?: string }} props */
export function Loading({ label = 'Loading' }) {
  // A short wait shows nothing: a spinner that flashes is worse than none.
  const [isShown, show] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(true), 250);
    return () => clearTimeout(timer);
  }, []);
  return html`<div class="loading" role="status">${isShown && html`<span class="spinner" aria-hidden="true"></span> ${label}…`}</div>`;
}

/** @param {{ icon: string, title: string, children?: any }} props */
export function Empty({ icon, title, children }) {
  return html`<div class="empty"><${Icon} name=${icon} size=${34} /><h2>${title}</h2>${children}</div>`;
}

/** @param {{ text: string, label?: string }} props */
export function Copy({ text, label = 'Copy' }) {
  const copy = () => navigator.clipboard.writeText(text).then(() => tell('Copied.'), () => tell('The browser does not permit copying.', 'wrong'));
  return html`<${Button} small kind="quiet" icon="copy" label=${label} onClick=${copy} />`;
}
