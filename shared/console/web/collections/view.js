// Collections: images, inspirations and persons.
import { html, useState } from '../vendor/preact.js';
import { amount, bytes, day } from '../format.js';
import { address, place } from '../router.js';
import { account, may, refreshCredits } from '../service/session.js';
import { useStore } from '../store.js';
import { Button, Search } from '../ui/controls.js';
import { Confirm, Dialog } from '../ui/dialog.js';
import { Copy, Empty, Loading, Problem, tell } from '../ui/feedback.js';
import { Icon } from '../ui/icons.js';
import { Picture } from '../ui/picture.js';
import { ADD } from './add.js';
import { Palette, useCollection } from './browse.js';
import { KINDS, get, idOf, remove, urlOf } from './kinds.js';

/** @type {{ name: string, kind: import('./kinds.js').Kind, title: string, library?: boolean }[]} */
const TABS = [
  { name: 'images', kind: 'images', title: 'Images' },
  { name: 'inspirations', kind: 'inspirations', title: 'Inspirations' },
  { name: 'library', kind: 'inspirations', title: 'Library', library: true },
  { name: 'persons', kind: 'persons', title: 'Persons' },
];
const CREATES = { images: 'upload_image', inspirations: 'create_inspiration', persons: 'create_person' };

export function View() {
  const { rest } = useStore(place);
  const tabs = TABS.filter(({ kind }) => may(KINDS[kind].list));
  const tab = tabs.find(({ name }) => name === rest[0]) ?? tabs[0];
  if (!tab) return html`<div class="page"><${Empty} icon="key" title="This key may not read collections"></${Empty}></div>`;
  return html`<div class="page">
    <header class="row spread"><h1>Collections</h1>
      <nav class="ways" aria-label="Collections">
        ${tabs.map(({ name, kind, title, library }) => html`<a key=${name} href=${address(['collections', name])} aria-current=${tab.name === name ? 'true' : undefined}><${Icon} name=${library ? 'collections' : KINDS[kind].icon} size=${16} /><span>${title}</span></a>`)}
      </nav>
    </header>
    <${Collection} key=${tab.name} tab=${tab} />
  </div>`;
}

/** @param {{ tab: typeof TABS[number] }} props */
function Collection({ tab: { kind, library, title } }) {
  const { about, one, icon } = KINDS[kind];
  const [search, setSearch] = useState('');
  const [isAdding, setAdding] = useState(false);
  const [open, setOpen] = useState(/** @type {any} */ (null));
  const [doomed, setDoomed] = useState(/** @type {any} */ (null));
  const collection = useCollection(kind, { library, search });
  const Add = ADD[kind];
  const added = (/** @type {any} */ item) => {
    collection.add(item);
    setAdding(false);
    tell(`${item.name} is added.`);
    refreshCredits();
  };
  const drop = async () => {
    await remove(kind, idOf(doomed));
    collection.drop(doomed);
    setOpen(null);
    tell(`${doomed.name} is deleted.`);
    refreshCredits();
  };
  const { usage, limits } = account().credits ?? {};
  return html`<div class="stack">
    <div class="row spread">
      <p class="hint">${library ? 'Inspirations that everybody may use.' : about}${!library && usage && limits && ` ${amount(usage[kind])} of ${amount(limits[kind])}.`}</p>
      <div class="row wrap filters">
        <${Search} label=${`Search ${title.toLowerCase()}`} value=${search} onInput=${setSearch} />
        ${!library && may(CREATES[kind]) && html`<${Button} kind="primary" icon="add" pressed=${isAdding} onClick=${() => setAdding(!isAdding)}>Add</${Button}>`}
      </div>
    </div>
    ${isAdding && html`<${Add} added=${added} />`}
    ${collection.error ? html`<${Problem} error=${collection.error} retry=${collection.again} />` : !collection.isLoaded && html`<${Loading} />`}
    ${collection.isLoaded && collection.items.length === 0 && !isAdding && html`<${Empty} icon=${icon} title=${search ? 'Nothing is found' : `No ${one} yet`}><p>${search ? 'Try another word.' : about}</p></${Empty}>`}
    <ul class="tiles">
      ${collection.items.map(
        (item) => html`<li key=${idOf(item)}>
          <button type="button" class="tile" onClick=${() => setOpen(item)}>
            <span class=${`tile-picture ${kind}`}><${Picture} url=${urlOf(item)} alt="" renew=${() => get(kind, idOf(item)).then(urlOf)} /></span>
            <span class="tile-name" dir="auto">${item.name}</span>
            ${item.recipe && html`<small class="aside">Series</small>`}
            ${item.palette && html`<${Palette} colours=${item.palette} />`}
          </button>
        </li>`,
      )}
    </ul>
    ${collection.more && html`<div class="center"><${Button} busy=${collection.isReading} onClick=${collection.more}>Show more</${Button}></div>`}
    ${open && html`<${Item} item=${open} kind=${kind} close=${() => setOpen(null)} remove=${() => setDoomed(open)} />`}
    ${doomed &&
    html`<${Confirm} title=${`Delete this ${one}?`} action="Delete" close=${() => setDoomed(null)} run=${drop}>
      <p><strong>${doomed.name}</strong> is deleted for ever. Finished thumbnails stay as they are. A thumbnail that is still waiting for it fails and is refunded.</p>
    </${Confirm}>`}
  </div>`;
}

/** @param {{ item: any, kind: import('./kinds.js').Kind, close: () => void, remove: () => void }} props */
function Item({ item, kind, close, remove }) {
  const photos = item.photos ?? [item];
  const isOwned = item.owned !== false;
  /** @type {[string, any][]} */
  const facts = [
    ['Added', day(item.createdAt)],
    ...(item.width ? [/** @type {[string, any]} */ (['Size', `${item.width} × ${item.height}, ${bytes(item.sizeBytes)}`])] : []),
    ...(item.category ? [/** @type {[string, any]} */ (['Category', html`<span dir="auto">${item.category}</span>`])] : []),
    ...(item.visibility ? [/** @type {[string, any]} */ (['Who may use it', item.visibility === 'public' ? 'everybody' : 'only us'])] : []),
    ...(item.sourceUrl ? [/** @type {[string, any]} */ (['Source', html`<span dir="auto">${item.sourceUrl}</span>`])] : []),
    ['Id', html`<span class="id"><code>${idOf(item)}</code><${Copy} text=${idOf(item)} label="Copy the id" /></span>`],
  ];
  return html`<${Dialog} title=${item.name} close=${close} wide>
    <div class="item-pictures">
      ${photos.map((/** @type {any} */ photo, /** @type {number} */ index) => html`<${Picture} key=${index} url=${photo.url} alt=${item.name} eager renew=${() => get(kind, idOf(item)).then((fresh) => (fresh.photos ? fresh.photos[index]?.url : fresh.url))} />`)}
    </div>
    ${item.description && html`<p class="prose" dir="auto">${item.description}</p>`}
    ${item.recipe && html`<p class="hint">Thumbnails with this inspiration look like a series: they have its layout, typeface and colours.</p>`}
    ${item.palette && html`<div class="stack"><${Palette} colours=${item.palette} /><p class="hint"><code>${item.palette.join(' ')}</code></p></div>`}
    <dl class="facts">${facts.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
    <div class="row spread">
      ${isOwned && may(KINDS[kind].remove) ? html`<${Button} kind="danger" icon="trash" onClick=${remove}>Delete</${Button}>` : html`<span class="hint">Only its owner can delete it.</span>`}
      <${Button} onClick=${close}>Close</${Button}>
    </div>
  </${Dialog}>`;
}
