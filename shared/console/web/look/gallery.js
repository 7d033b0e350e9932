// All generations. Only the rows in sight are in the document.
import { html, useEffect, useLayoutEffect, useRef, useState } from '../vendor/preact.js';
import { ago, counted } from '../format.js';
import { useSettled } from '../service/load.js';
import { address, replace } from '../router.js';
import { useStore } from '../store.js';
import { ButtonLink, Search } from '../ui/controls.js';
import { Empty, Loading, Problem, Status } from '../ui/feedback.js';
import { Icon } from '../ui/icons.js';
import { Picture } from '../ui/picture.js';
import { hasEnded } from './generation.js';
import { list, more, open, renewPicture } from './list.js';
import { selection, toggle } from './selection.js';
import { Tray } from './tray.js';

const STATES = ['completed', 'partially_completed', 'processing', 'pending', 'failed', 'cancelled'];
const GAP = 20;
const LEAST_WIDTH = 230;
/** The height of the words of a card, in pixels. */
const WORDS = 56;
/** How many rows beyond the window are drawn, and how many before the end the next page is read. */
const SPARE_ROWS = 2;
const AHEAD_ROWS = 8;

/** Where the user was in the gallery of these filters. */
const kept = { key: '', scroll: 0 };

/** @param {{ search: string, status: string }} props */
export function Gallery({ search, status }) {
  const now = useStore(list);
  const [text, setText] = useState(search);
  const settled = useSettled(text.trim(), 350);
  useEffect(() => {
    if (settled !== search) replace(address(['look'], { search: settled, status }));
  }, [settled]);
  useEffect(() => {
    open({ search, status });
  }, [search, status]);
  const isCurrent = now.key === JSON.stringify({ search, status });
  return html`<div class="page look">
    <header class="row spread">
      <h1>Look</h1>
      <div class="row wrap filters">
        <${Search} label="Search prompts and titles" value=${text} onInput=${setText} />
        <select aria-label="Status" value=${status} onChange=${(/** @type {any} */ event) => replace(address(['look'], { search, status: event.target.value }))}>
          <option value="" selected=${!status}>Every status</option>
          ${STATES.map((state) => html`<option key=${state} value=${state} selected=${status === state}>${state.replaceAll('_', ' ')}</option>`)}
        </select>
      </div>
    </header>
    ${isCurrent && now.cards.length > 0 && html`<${Grid} now=${now} filters=${{ search, status }} />`}
    ${isCurrent && now.isComplete && now.cards.length === 0 && (search || status ? html`<${Empty} icon="search" title="Nothing is found"><p>No generation matches these filters.</p></${Empty}>` : html`<${Empty} icon="look" title="Nothing to look at yet"><p>Thumbnails that you make are shown here.</p><${ButtonLink} kind="primary" icon="make" href=${address(['make'])}>Make a thumbnail</${ButtonLink}></${Empty}>`)}
    ${now.error ? html`<${Problem} error=${now.error} retry=${() => more({ search, status })} />` : now.isReading && html`<${Loading} />`}
    <${Tray} />
  </div>`;
}

/** @param {{ now: import('./list.js').List, filters: { search: string, status: string } }} props */
function Grid({ now, filters }) {
  const element = useRef(/** @type {any} */ (null));
  const restored = useRef(kept.key === now.key ? kept.scroll : 0);
  const [frame, setFrame] = useState({ width: 0, first: 0, last: 0 });
  const columns = Math.max(1, Math.floor((frame.width + GAP) / (LEAST_WIDTH + GAP)));
  const width = (frame.width - GAP * (columns - 1)) / columns;
  const height = Math.round((width * 9) / 16) + WORDS + GAP;
  const rows = Math.ceil(now.cards.length / columns);

  useLayoutEffect(() => {
    let asked = 0;
    kept.key = now.key;
    const measure = () => {
      asked = 0;
      kept.scroll = scrollY;
      const box = element.current.getBoundingClientRect();
      const inRow = Math.max(1, Math.floor((box.width + GAP) / (LEAST_WIDTH + GAP)));
      const rowHeight = Math.round((((box.width - GAP * (inRow - 1)) / inRow) * 9) / 16) + WORDS + GAP;
      const first = Math.max(0, Math.floor(-box.top / rowHeight) - SPARE_ROWS);
      const last = Math.ceil((innerHeight - box.top) / rowHeight) + SPARE_ROWS;
      setFrame((before) => (before.width === box.width && before.first === first && before.last === last ? before : { width: box.width, first, last }));
    };
    const ask = () => {
      asked ||= requestAnimationFrame(measure);
    };
    measure();
    addEventListener('scroll', ask, { passive: true });
    const observer = new ResizeObserver(ask);
    observer.observe(element.current);
    return () => {
      removeEventListener('scroll', ask);
      observer.disconnect();
      cancelAnimationFrame(asked);
    };
  }, []);
  useLayoutEffect(() => {
    // Back from a thumbnail, the gallery is where it was.
    if (frame.width) scrollTo(0, restored.current);
  }, [frame.width > 0]);
  useEffect(() => {
    if (!now.error && frame.width && frame.last + AHEAD_ROWS >= rows) more(filters);
  }, [frame.last, rows, now.isReading]);

  const from = frame.first * columns;
  const shown = frame.width ? now.cards.slice(from, frame.last * columns) : [];
  return html`<ul ref=${element} class="gallery" style=${{ height: `${rows * height}px` }} aria-label=${`${counted(now.cards.length, 'generation')}${now.isComplete ? '' : ' or more'}`}>
    ${shown.map((card, offset) => {
      const at = from + offset;
      const style = {
        width: `${width}px`,
        height: `${height - GAP}px`,
        transform: `translate(${(at % columns) * (width + GAP)}px, ${Math.floor(at / columns) * height}px)`,
      };
      return html`<${Card} key=${card.id} card=${card} style=${style} />`;
    })}
  </ul>`;
}

/** @param {{ card: import('./list.js').Card, style: object }} props */
function Card({ card, style }) {
  const ref = `${card.id}.${card.index}`;
  const isSelected = useStore(selection).includes(ref);
  const isOver = card.status === 'completed';
  return html`<li class="card" style=${style}>
    <a href=${address(['look', card.id])}>
      <span class="tile-picture"><${Picture} url=${card.picture} alt="" eager renew=${card.picture ? () => renewPicture(card) : undefined} />
        ${card.count > 1 && html`<span class="badge">${card.count}</span>`}</span>
      <span class="tile-name" dir="auto">${card.title}</span>
    </a>
    <span class="card-foot">${!isOver && html`<${Status} status=${card.status} />`}<small>${ago(card.createdAt)}</small></span>
    ${hasEnded(card) &&
    html`<button type="button" class="mark-button" aria-pressed=${String(isSelected)} aria-label=${`Select ${card.title}`} title="Select" onClick=${() => toggle(ref)}>
      <${Icon} name=${isSelected ? 'check' : 'select'} size=${16} />
    </button>`}
  </li>`;
}
