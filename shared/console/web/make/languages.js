// The same picture with its title in other languages: one variation for each title.
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { amount, thumbnails } from '../format.js';
import { hasEnded, missing } from '../look/generation.js';
import { address } from '../router.js';
import { call, idempotencyKey, patiently, retried } from '../service/api.js';
import { ApiError } from '../service/errors.js';
import { account, may, priceOf, tellBalance } from '../service/session.js';
import { Button, Field } from '../ui/controls.js';
import { Icon } from '../ui/icons.js';
import { Picture } from '../ui/picture.js';
import { follow } from './follow.js';

const LONGEST = 100;

/** A title, the generation that it began, and why it began none. @typedef {{ title: string, generationId?: string, generation?: import('../types').Generation, problem?: string }} Ordered */

/** The titles of a text, each once. @param {string} text */
const titlesOf = (text) => [...new Set(text.split('\n').map((line) => line.trim()).filter(Boolean))];

/** @param {{ generation: import('../types').Generation, thumbnail: import('../types').Thumbnail }} props */
export function Languages({ generation, thumbnail }) {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [ordered, setOrdered] = useState(/** @type {Ordered[]} */ ([]));
  const shown = useRef(new AbortController());
  useEffect(() => () => shown.current.abort(), []);
  const titles = titlesOf(text);
  const long = titles.find((title) => [...title].length > LONGEST);
  const cost = titles.length * priceOf('generate_variation');
  const balance = account().credits?.balance ?? Infinity;

  const order = async () => {
    setBusy(true);
    setOrdered(titles.map((title) => ({ title })));
    const tell = (/** @type {string} */ title, /** @type {Partial<Ordered>} */ news) =>
      setOrdered((now) => now.map((one) => (one.title === title ? { ...one, ...news } : one)));
    // The pictures are read one after another while further ones are ordered, because requests are limited.
    let read = Promise.resolve();
    for (const title of titles) {
      const key = idempotencyKey();
      const body = { thumbnailId: thumbnail.thumbnailId, title };
      try {
        const begun = await patiently(() => retried(() => call('generate_variation', body, { idempotencyKey: key })));
        tellBalance(begun.balance);
        tell(title, { generationId: begun.generationId });
        const { signal } = shown.current;
        read = read.then(() => follow(begun.generationId, signal, (made) => tell(title, { generation: made })).catch(() => {}));
      } catch (error) {
        tell(title, { problem: problemOf(error) });
      }
    }
    setBusy(false);
  };

  return html`<details class="more languages">
    <summary><span>In other languages</span><${Icon} name="chevron" /></summary>
    <div class="stack">
      <${Field} label="Titles, one a line" id="titles" problem=${long && `A title has at most ${LONGEST} characters.`}
        hint=${`Each title makes a variation with these words. ${generation.lettering === 'model' ? 'The model paints the picture again each time.' : 'Everything else stays as it is.'}`}>
        <textarea id="titles" rows="4" dir="auto" placeholder="Casi me caigo" value=${text} onInput=${(/** @type {any} */ event) => setText(event.target.value)}></textarea>
      </${Field}>
      <div class="row spread">
        <span class="hint" role="status">${titles.length > 0 && `${thumbnails(cost)} of ${amount(balance)} left`}</span>
        <${Button} icon="vary" busy=${busy} disabled=${titles.length === 0 || long !== undefined || cost > balance || !may('generate_variation')} onClick=${order}>
          ${titles.length > 1 ? `Make ${titles.length} variations` : 'Make one variation'}
        </${Button}>
      </div>
      ${ordered.length > 0 && html`<ul class="tiles small" aria-label="Titles">${ordered.map((one) => html`<${Title} key=${one.title} of=${one} />`)}</ul>`}
    </div>
  </details>`;
}

/** @param {{ of: Ordered }} props */
function Title({ of: { title, generationId, generation, problem } }) {
  const thumbnail = generation?.thumbnails[0];
  const hasPicture = thumbnail?.status === 'completed';
  const failure = problem ?? (thumbnail && generation && hasEnded(generation) ? missing(thumbnail) : '');
  const state = failure || (generationId ? 'Being made' : 'Waits');
  return html`<li>
    ${hasPicture && generationId
      ? html`<a class="tile" href=${address(['look', generationId, '0'])}><span class="tile-picture"><${Picture} url=${thumbnail.previewUrl ?? thumbnail.url} alt="" eager /></span><span class="tile-name" dir="auto">${title}</span></a>`
      : html`<span class="tile-name" dir="auto">${title}</span><small class=${failure ? 'problem' : 'hint'} dir="auto">${state}</small>`}
  </li>`;
}

/** Why a variation was not begun. @param {unknown} error */
function problemOf(error) {
  if (!(error instanceof ApiError)) return 'The variation could not be begun.';
  return Object.values(error.issues).join(' ') || error.message;
}
