// Pictures that the user drops, pastes or chooses.
import { html, useLayoutEffect, useRef, useState } from '../vendor/preact.js';
import { ACCEPTED, filesOf, urlOf } from '../pictures.js';
import { Icon } from '../ui/icons.js';

/** Calls `take` with what the user pastes while the component is shown. @param {(data: DataTransfer) => void} take */
export function usePaste(take) {
  const latest = useRef(take);
  latest.current = take;
  useLayoutEffect(() => {
    const paste = (/** @type {ClipboardEvent} */ event) => {
      const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      const data = event.clipboardData;
      if (!data || !(filesOf(data).length || (!isTyping && urlOf(data)))) return;
      event.preventDefault();
      latest.current(data);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}

/**
 * A place to drop pictures. A press opens the chooser of files.
 * @param {{ take: (from: { file?: File, url?: string }[]) => void, label: string, hint?: string, busy?: boolean, many?: boolean, slim?: boolean }} props
 */
export function DropZone({ take, label, hint, busy, many, slim }) {
  const input = useRef(/** @type {any} */ (null));
  const [isOver, setOver] = useState(false);
  const given = (/** @type {DataTransfer | null} */ data) => {
    const files = filesOf(data).map((file) => ({ file }));
    const url = urlOf(data);
    const all = files.length ? files : url ? [{ url }] : [];
    if (all.length) take(many ? all : all.slice(0, 1));
  };
  return html`<div
    class=${`drop ${isOver ? 'over' : ''} ${slim ? 'slim' : ''}`}
    onDragOver=${(/** @type {DragEvent} */ event) => {
      event.preventDefault();
      setOver(true);
    }}
    onDragLeave=${() => setOver(false)}
    onDrop=${(/** @type {DragEvent} */ event) => {
      event.preventDefault();
      event.stopPropagation();
      setOver(false);
      given(event.dataTransfer);
    }}
  >
    <button type="button" onClick=${() => input.current.click()} aria-busy=${busy ? 'true' : undefined}>
      ${busy ? html`<span class="spinner" aria-hidden="true"></span>` : html`<${Icon} name="add" />`}
      <span><strong>${busy ? 'Adding the picture' : label}</strong>${hint && html`<small>${hint}</small>`}</span>
    </button>
    <input
      ref=${input}
      type="file"
      class="unseen"
      tabindex="-1"
      aria-hidden="true"
      accept=${ACCEPTED.join(',')}
      multiple=${many}
      onChange=${(/** @type {any} */ event) => {
        take([...event.target.files].map((file) => ({ file })));
        event.target.value = '';
      }}
    />
  </div>`;
}
