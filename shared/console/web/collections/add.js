// The forms that add an image, an inspiration or a person.
import { html, useRef, useState } from '../vendor/preact.js';
import { call, idempotencyKey } from '../service/api.js';
import { amount, thumbnails } from '../format.js';
import { filesOf, urlOf } from '../pictures.js';
import { priceOf, tellBalance } from '../service/session.js';
import { Button, Choice, Field, newId } from '../ui/controls.js';
import { messageOf } from '../ui/feedback.js';
import { DropZone, usePaste } from './drop.js';
import { nameOf, source, sources, upload } from './upload.js';

/** A person has at most this many photos. */
const MOST_PHOTOS = 5;

/** A text field for a URL. @param {{ label: string, take: (url: string) => void, busy: boolean }} props */
function UrlForm({ label, take, busy }) {
  const [url, setUrl] = useState('');
  const id = useRef(newId()).current;
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!url.trim()) return;
    take(url.trim());
    setUrl('');
  };
  return html`<form class="row" onSubmit=${submit}>
    <label class="unseen" for=${id}>${label}</label>
    <input id=${id} type="url" placeholder=${`${label}: https://…`} maxlength="2048" value=${url} onInput=${(/** @type {any} */ event) => setUrl(event.target.value)} />
    <${Button} type="submit" disabled=${busy || !url.trim()}>Add</${Button}>
  </form>`;
}

/** Adds images. @param {{ added: (item: any) => void }} props */
export function AddImage({ added }) {
  const { busy, problem, run } = useAdding();
  const take = (/** @type {{ file?: File, url?: string }[]} */ all) =>
    run(async () => {
      for (const from of all) added(await upload(from));
    });
  usePaste((data) => take(filesOf(data).length ? filesOf(data).map((file) => ({ file })) : [{ url: urlOf(data) }]));
  return html`<div class="add">
    <${DropZone} take=${take} many busy=${busy} label="Drop, paste or choose pictures" hint=${`Each costs ${thumbnails(priceOf('upload_image'))}. PNG, JPEG, WebP or GIF.`} />
    <${UrlForm} label="Address of a picture" take=${(/** @type {string} */ url) => take([{ url }])} busy=${busy} />
    ${problem && html`<p class="problem" role="alert" dir="auto">${problem}</p>`}
  </div>`;
}

/** Adds inspirations. @param {{ added: (item: any) => void }} props */
export function AddInspiration({ added }) {
  const { busy, problem, run } = useAdding();
  const [visibility, setVisibility] = useState('private');
  const take = (/** @type {{ file?: File, url?: string, video?: string }} */ from) =>
    run(async () => {
      const name = from.file ? nameOf(from.file) : '';
      const picture = from.video ? { videoUrl: from.video } : { imageUrl: from.file ? await source(from.file) : from.url };
      const item = await call('create_inspiration', { ...picture, ...(name ? { name } : {}), visibility }, { idempotencyKey: idempotencyKey() });
      tellBalance(item.balance);
      added(item);
    });
  usePaste((data) => take(filesOf(data)[0] ? { file: filesOf(data)[0] } : { url: urlOf(data) }));
  return html`<div class="add">
    <${DropZone} take=${(/** @type {any[]} */ all) => take(all[0])} busy=${busy} label="Drop, paste or choose a picture" hint=${`Costs ${amount(priceOf('create_inspiration'))} of a thumbnail.`} />
    <${UrlForm} label="Address of a picture" take=${(/** @type {string} */ url) => take({ url })} busy=${busy} />
    <${UrlForm} label="Address of a video" take=${(/** @type {string} */ video) => take({ video })} busy=${busy} />
    <${Choice}
      legend="Who may use it"
      name="visibility"
      value=${visibility}
      onChange=${setVisibility}
      options=${[
        { value: 'private', label: 'Only us' },
        { value: 'public', label: 'Everybody' },
      ]}
    />
    ${problem && html`<p class="problem" role="alert" dir="auto">${problem}</p>`}
  </div>`;
}

/** Adds a person. @param {{ added: (item: any) => void }} props */
export function AddPerson({ added }) {
  const { busy, problem, run } = useAdding();
  const [name, setName] = useState('');
  const [photos, setPhotos] = useState(/** @type {{ file: File, url: string }[]} */ ([]));
  const take = (/** @type {any[]} */ all) => {
    const files = all.filter((from) => from.file).map(({ file }) => ({ file, url: URL.createObjectURL(file) }));
    setPhotos((now) => [...now, ...files].slice(0, MOST_PHOTOS));
  };
  usePaste((data) => take(filesOf(data).map((file) => ({ file }))));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    run(async () => {
      const imageUrls = await sources(photos.map(({ file }) => file));
      const item = await call('create_person', { name, ...(imageUrls.length ? { imageUrls } : {}) }, { idempotencyKey: idempotencyKey() });
      for (const { url } of photos) URL.revokeObjectURL(url);
      setName('');
      setPhotos([]);
      added(item);
    });
  };
  return html`<form class="add" onSubmit=${submit}>
    <${Field} label="Name" id="person-name"><input id="person-name" dir="auto" maxlength="100" required value=${name} onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></${Field}>
    <${DropZone} take=${take} many label="Drop, paste or choose photos" hint="Up to five photos of the face. Free." />
    ${photos.length > 0 &&
    html`<ul class="chips">
      ${photos.map(
        (photo) => html`<li key=${photo.url} class="chip">
          <img src=${photo.url} alt=${photo.file.name} /><span dir="auto">${photo.file.name}</span>
          <${Button} small kind="quiet" icon="close" label=${`Remove ${photo.file.name}`} onClick=${() => setPhotos(photos.filter((other) => other !== photo))} />
        </li>`,
      )}
    </ul>`}
    ${problem && html`<p class="problem" role="alert" dir="auto">${problem}</p>`}
    <${Button} type="submit" kind="primary" busy=${busy} disabled=${!name.trim()}>Add the person</${Button}>
  </form>`;
}

/** Runs one addition at a time and keeps what is wrong with it. */
function useAdding() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const run = async (/** @type {() => Promise<void>} */ work) => {
    if (busy) return;
    setBusy(true);
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  return { busy, problem, run };
}

/** The form that adds an item of a kind. */
export const ADD = { images: AddImage, inspirations: AddInspiration, persons: AddPerson };
