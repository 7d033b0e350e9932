// The frame around all views: signing in, navigation, balance.
import { html, useEffect, useRef, useState } from './vendor/preact.js';
import { online, pausedUntil } from './service/api.js';
import { amount } from './format.js';
import { Lazy } from './ui/lazy.js';
import { address, place } from './router.js';
import { leave, session } from './service/session.js';
import { useStore } from './store.js';
import { Mark, ThemeSwitch } from './ui/brand.js';
import { Button } from './ui/controls.js';
import { Notices } from './ui/feedback.js';
import { Icon } from './ui/icons.js';

/** The views, each in a module of its own that is loaded when it is first shown. */
const VIEWS = [
  { name: 'make', title: 'Make', icon: 'make', load: () => import('./make/view.js') },
  { name: 'look', title: 'Look', icon: 'look', load: () => import('./look/view.js') },
  { name: 'collections', title: 'Collections', icon: 'collections', load: () => import('./collections/view.js') },
  { name: 'balance', title: 'Balance', icon: 'balance', load: () => import('./balance/view.js') },
  { name: 'developers', title: 'Developers', icon: 'code', load: () => import('./developers/view.js') },
];

const signIn = () => import('./sign-in.js');

export function App() {
  const now = useStore(session);
  if (now.state !== 'in') return html`<${Lazy} load=${signIn} name="SignIn" props=${{ session: now }} /><${Notices} />`;
  return html`<${Frame} account=${now.account} /><${Notices} />`;
}

/** @param {{ account: import('./service/session.js').Account }} props */
function Frame({ account }) {
  const { view } = useStore(place);
  const main = useRef(/** @type {any} */ (null));
  const shown = VIEWS.find(({ name }) => name === view) ?? VIEWS[0];
  useEffect(() => {
    document.title = `${shown?.title} · AI Thumbnails`;
  }, [shown]);
  return html`<div class="frame">
    <button type="button" class="skip" onClick=${() => main.current.focus()}>Skip to the content</button>
    <header class="bar">
      <a class="brand" href=${address(['make'])} aria-label="AI Thumbnails"><${Mark} /><span>AI Thumbnails</span></a>
      <nav aria-label="Views">
        ${VIEWS.map(
          ({ name, title, icon }) => html`<a key=${name} href=${address([name])} aria-current=${shown?.name === name ? 'page' : undefined}>
            <${Icon} name=${icon} size=${20} /><span>${title}</span>
          </a>`,
        )}
      </nav>
      <div class="tools">
        ${account.credits &&
        html`<a class="pill" href=${address(['balance'])} title=${`Balance of ${account.credits.organizationName}`}>
          <span class="organization" dir="auto">${account.credits.organizationName}</span><strong>${amount(account.credits.balance)}</strong><span>left</span><em>${account.credits.plan}</em>
        </a>`}
        <${ThemeSwitch} />
        <${Button} kind="quiet" icon="out" label="Sign out" onClick=${() => leave('You are signed out. This tab has forgotten the key.', true)} />
      </div>
    </header>
    <${Banner} />
    <main ref=${main} tabindex="-1" key=${shown?.name}><${Lazy} load=${shown?.load} name="View" /></main>
  </div>`;
}

/** Tells that the service cannot be reached, or that reads wait for the rate limit. */
function Banner() {
  const isOnline = useStore(online);
  const until = useStore(pausedUntil);
  const [, turn] = useState(0);
  useEffect(() => {
    if (!until) return undefined;
    const timer = setInterval(() => turn((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [until]);
  if (!isOnline) return html`<div class="banner wrong" role="status">The service cannot be reached. Nothing is lost: try again when you are online.</div>`;
  if (!until) return null;
  const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1000));
  return html`<div class="banner" role="status">Your plan's requests of this minute are used up. The console goes on in ${inSeconds(seconds)}.</div>`;
}

/** @param {number} seconds */
const inSeconds = (seconds) => `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
