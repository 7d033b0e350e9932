// Signing in with a key.
import { html, useRef, useState } from './vendor/preact.js';
import { enter } from './service/session.js';
import { Mark, ThemeSwitch } from './ui/brand.js';
import { Button, Field } from './ui/controls.js';

/** Whether the page comes from this machine, where the local runner serves it. */
const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname);

/** @param {{ session: import('./service/session.js').Session }} props */
export function SignIn({ session }) {
  const [text, setText] = useState('');
  const input = useRef(/** @type {any} */ (null));
  const reason = session.state === 'out' ? session.reason : '';
  const isEntering = session.state === 'entering';
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (text.trim()) enter(text);
    else input.current.focus();
  };
  return html`<div class="welcome">
    <div class="welcome-theme"><${ThemeSwitch} /></div>
    <main>
      <div class="brand big"><${Mark} /><span>AI Thumbnails</span></div>
      <h1>See your thumbnail where your viewers will.</h1>
      <p class="lead">Make thumbnails with AI, look at them at their real sizes, compare them, and pick the one that works.</p>
      <form class="panel" onSubmit=${submit}>
        <${Field} label="API key" id="key" hint="The key stays in this tab. Signing out or closing the tab forgets it." problem=${reason}>
          <input
            ref=${input}
            id="key"
            type="password"
            autocomplete="off"
            autocapitalize="off"
            spellcheck=${false}
            placeholder="tgs_…"
            value=${text}
            aria-describedby="key-note"
            aria-invalid=${reason ? 'true' : undefined}
            onInput=${(/** @type {any} */ event) => setText(event.target.value)}
          />
        </${Field}>
        <${Button} kind="primary" type="submit" busy=${isEntering}>${isEntering ? 'Signing in' : 'Sign in'}</${Button}>
      </form>
      <p class="fine">No key? ${isLocal ? html`<code>cargo run</code> prints a link that opens this page signed in.` : 'The operator of the service makes keys.'}</p>
    </main>
  </div>`;
}
