// The pictures that a thumbnail is made of.
import { html, useState } from '../vendor/preact.js';
import { DropZone, usePaste } from '../collections/drop.js';
import { KINDS, get, referenceOf, urlOf } from '../collections/kinds.js';
import { thumbnails } from '../format.js';
import { Lazy } from '../ui/lazy.js';
import { filesOf, urlOf as pastedUrl } from '../pictures.js';
import { may, priceOf } from '../service/session.js';
import { Button } from '../ui/controls.js';
import { messageOf } from '../ui/feedback.js';
import { Icon } from '../ui/icons.js';
import { Picture } from '../ui/picture.js';

const picker = () => import('../collections/picker.js');
const ORDER = /** @type {import('../collections/kinds.js').Kind[]} */ (['images', 'inspirations', 'persons']);

/** @param {{ references: import('../types').Reference[], change: (change: (now: import('../types').Reference[]) => import('../types').Reference[]) => void }} props */
export function References({ references, change }) {
  const [open, setOpen] = useState(/** @type {import('../collections/kinds.js').Kind | ''} */ (''));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const remove = (/** @type {string} */ id) => change((now) => now.filter((reference) => reference.id !== id));
  const toggle = (/** @type {import('../types').Reference} */ one) =>
    change((now) => (now.some(({ id }) => id === one.id) ? now.filter(({ id }) => id !== one.id) : [...now, one]));
  const take = async (/** @type {{ file?: File, url?: string }[]} */ all) => {
    setBusy(true);
    setProblem('');
    try {
      const { upload } = await import('../collections/upload.js');
      for (const from of all) {
        const added = referenceOf(await upload(from));
        change((now) => [...now, added]);
      }
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  usePaste((data) => {
    // An open picker takes what is pasted.
    if (open || !may('upload_image')) return;
    take(filesOf(data).length ? filesOf(data).map((file) => ({ file })) : [{ url: pastedUrl(data) }]);
  });
  return html`<section class="references" aria-label="Pictures">
    <div class="field-head"><h2 class="minor">Pictures</h2><span class="aside">optional</span></div>
    ${references.length > 0 &&
    html`<ul class="chips">
      ${references.map(
        (reference) => html`<li key=${reference.id} class="chip">
          <${Picture} url=${reference.url} alt="" renew=${() => get(reference.kind, reference.id).then(urlOf)} />
          <span class="chip-text"><span dir="auto">${reference.name}</span><small>${KINDS[reference.kind].one}</small></span>
          <${Button} small kind="quiet" icon="close" label=${`Remove ${reference.name}`} onClick=${() => remove(reference.id)} />
        </li>`,
      )}
    </ul>`}
    <div class="row wrap">
      ${ORDER.filter((kind) => may(KINDS[kind].list)).map(
        (kind) => html`<button type="button" key=${kind} class="button plain small" onClick=${() => setOpen(kind)}>
          <${Icon} name=${KINDS[kind].icon} size=${16} /><span>${KINDS[kind].title}</span>
        </button>`,
      )}
    </div>
    ${may('upload_image') &&
    html`<${DropZone} slim many take=${take} busy=${busy} label="Drop or paste a logo or picture" hint=${`Adds it to your images for ${thumbnails(priceOf('upload_image'))}`} />`}
    ${problem && html`<p class="problem" role="alert" dir="auto">${problem}</p>`}
    ${open && html`<${Lazy} load=${picker} name="Picker" props=${{ kind: open, chosen: references, toggle, close: () => setOpen('') }} />`}
  </section>`;
}
