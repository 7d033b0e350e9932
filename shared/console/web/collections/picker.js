// Chooses pictures of the collections for a thumbnail.
import { html, useState } from '../vendor/preact.js';
import { may } from '../service/session.js';
import { Button, Choice, Search } from '../ui/controls.js';
import { Dialog } from '../ui/dialog.js';
import { Loading, Problem } from '../ui/feedback.js';
import { Icon } from '../ui/icons.js';
import { Picture } from '../ui/picture.js';
import { ADD } from './add.js';
import { Palette, useCollection } from './browse.js';
import { KINDS, idOf, referenceOf, urlOf } from './kinds.js';

/**
 * @param {{ kind: import('./kinds.js').Kind, chosen: import('../types').Reference[], toggle: (reference: import('../types').Reference) => void, close: () => void }} props
 */
export function Picker({ kind, chosen, toggle, close }) {
  const { title, most, one, about } = KINDS[kind];
  const [search, setSearch] = useState('');
  const [library, setLibrary] = useState(kind === 'inspirations');
  const [isAdding, setAdding] = useState(false);
  const collection = useCollection(kind, { library, search });
  const own = chosen.filter((reference) => reference.kind === kind);
  const isFull = own.length >= most;
  const Add = ADD[kind];
  const added = (/** @type {any} */ item) => {
    collection.add(item);
    setAdding(false);
    if (!isFull) toggle(referenceOf(item));
  };
  const creates = { images: 'upload_image', inspirations: 'create_inspiration', persons: 'create_person' }[kind];
  return html`<${Dialog} title=${`Choose ${title.toLowerCase()}`} close=${close} wide>
    <p class="hint">${about}</p>
    <div class="row wrap">
      <${Search} label=${`Search ${title.toLowerCase()}`} value=${search} onInput=${setSearch} />
      ${kind === 'inspirations' &&
      html`<${Choice} hidden legend="Collection" name="picker-library" value=${library ? 'all' : 'mine'} onChange=${(/** @type {string} */ value) => setLibrary(value === 'all')}
        options=${[
          { value: 'mine', label: 'Mine' },
          { value: 'all', label: 'Library' },
        ]} />`}
      ${may(creates) && html`<${Button} icon="add" pressed=${isAdding} onClick=${() => setAdding(!isAdding)}>New</${Button}>`}
    </div>
    ${isAdding && html`<${Add} added=${added} />`}
    ${collection.error ? html`<${Problem} error=${collection.error} retry=${collection.again} />` : !collection.isLoaded && html`<${Loading} />`}
    ${collection.isLoaded && collection.items.length === 0 && !isAdding && html`<p class="empty-line">${search ? 'Nothing is found.' : `There is no ${one} yet.`}</p>`}
    <ul class="tiles small">
      ${collection.items.map((item) => {
        const isChosen = own.some((reference) => reference.id === idOf(item));
        return html`<li key=${idOf(item)}>
          <button type="button" class="tile" aria-pressed=${String(isChosen)} disabled=${!isChosen && isFull} onClick=${() => toggle(referenceOf(item))}>
            <span class=${`tile-picture ${kind}`}><${Picture} url=${urlOf(item)} alt="" />${isChosen && html`<span class="tick"><${Icon} name="check" /></span>`}</span>
            <span class="tile-name" dir="auto">${item.name}</span>
            ${item.recipe && html`<small class="aside">Series</small>`}
            ${item.palette && html`<${Palette} colours=${item.palette} />`}
          </button>
        </li>`;
      })}
    </ul>
    ${collection.more && html`<div class="center"><${Button} busy=${collection.isReading} onClick=${collection.more}>Show more</${Button}></div>`}
    <footer><span class="hint">${own.length} of at most ${most}</span><${Button} kind="primary" onClick=${close}>Done</${Button}></footer>
  </${Dialog}>`;
}
