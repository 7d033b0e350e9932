// Dialogs. The browser keeps the focus inside, closes them on Escape, and returns the focus.
import { html, useLayoutEffect, useRef, useState } from '../vendor/preact.js';
import { Button, newId } from './controls.js';
import { messageOf } from './feedback.js';

/** @param {{ title: string, close: () => void, children?: any, wide?: boolean }} props */
export function Dialog({ title, close, children, wide }) {
  const element = useRef(/** @type {any} */ (null));
  const id = useRef(newId()).current;
  useLayoutEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    dialog.showModal();
    return () => {
      if (dialog.open) dialog.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return html`<dialog
    ref=${element}
    class=${wide ? 'wide' : ''}
    aria-labelledby=${id}
    onClose=${close}
    onClick=${(/** @type {any} */ event) => event.target === element.current && close()}
  >
    <div class="dialog-body">
      <header><h2 id=${id}>${title}</h2><${Button} icon="close" kind="quiet" label="Close" onClick=${close} /></header>
      ${children}
    </div>
  </dialog>`;
}

/**
 * Asks before something is done that cannot be undone.
 * @param {{ title: string, children?: any, action: string, close: () => void, run: () => Promise<unknown> }} props
 */
export function Confirm({ title, children, action, close, run }) {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await run();
      close();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return html`<${Dialog} title=${title} close=${close}>
    <div class="prose" dir="auto">${children}</div>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    <footer>
      <${Button} onClick=${close}>Keep</${Button}>
      <${Button} kind="danger" busy=${busy} onClick=${confirm}>${action}</${Button}>
    </footer>
  </${Dialog}>`;
}
