// One thumbnail in full.
import { html, useState } from '../vendor/preact.js';
import { amount, bytes, counted, heading, moment, thumbnails, words } from '../format.js';
import { KINDS, referenceOf } from '../collections/kinds.js';
import { draft } from '../make/draft.js';
import { useGeneration } from '../make/follow.js';
import { address, go } from '../router.js';
import { call, idempotencyKey } from '../service/api.js';
import { may, priceOf, tellBalance } from '../service/session.js';
import { useStore } from '../store.js';
import { Button, ButtonLink } from '../ui/controls.js';
import { Download } from '../ui/download.js';
import { Copy, Loading, Problem, Status, tell, tellProblem } from '../ui/feedback.js';
import { fileName } from '../ui/file-name.js';
import { Icon } from '../ui/icons.js';
import { Picture } from '../ui/picture.js';
import { Boxes, Checks } from './checks.js';
import { Delete } from './delete.js';
import { candidateOf, hasEnded, missing } from './generation.js';
import { Stage, Ways } from './stage.js';
import { Tray } from './tray.js';
import { saveZip } from './zip.js';
import { selection, toggle } from './selection.js';

/** @param {{ generationId: string, index: number | null, show: string }} props `index` is `null` for the first finished thumbnail. */
export function Detail({ generationId, index, show }) {
  const { generation, error, again } = useGeneration(generationId);
  const [check, setCheck] = useState('');
  if (!generation) return error ? html`<div class="page"><${Problem} error=${error} retry=${again} /></div>` : html`<${Loading} />`;
  const first = generation.thumbnails.find(({ status }) => status === 'completed') ?? generation.thumbnails[0];
  const thumbnail = (index === null ? undefined : generation.thumbnails.find((one) => one.index === index)) ?? first;
  if (!thumbnail) return null;
  const path = ['look', generationId, String(thumbnail.index)];
  const isDone = thumbnail.status === 'completed' && thumbnail.url !== null;
  return html`<div class="page detail">
    <header class="row spread">
      <div class="titles">
        <a class="link row" href=${address(['look'])}><${Icon} name="back" size=${16} /> All generations</a>
        <h1 dir="auto">${heading(generation)}</h1>
      </div>
      ${isDone && html`<${Ways} path=${path} show=${show} />`}
    </header>
    ${!hasEnded(generation) && html`<progress max="1" value=${generation.progress} aria-label="Progress"></progress>`}
    <div class=${show === '' ? 'detail-columns' : ''}>
      <div class="detail-stage">
        ${isDone
          ? html`<${Stage} show=${show} candidates=${[candidateOf(generation, thumbnail)]}>
              <div class="detail-picture"><span class="framed">
                <${Picture} key=${thumbnail.thumbnailId} url=${thumbnail.url} alt=${heading(generation)} eager width=${thumbnail.width} height=${thumbnail.height} renew=${async () => void again()} />
                <${Boxes} thumbnail=${thumbnail} shown=${check} />
              </span></div>
            </${Stage}>`
          : html`<div class="panel detail-missing"><${Status} status=${thumbnail.status} />
              <p dir="auto">${missing(thumbnail)}</p></div>`}
        ${show === '' && generation.count > 1 && html`<${Siblings} generation=${generation} current=${thumbnail} />`}
      </div>
      ${show === '' &&
      html`<aside class="detail-side" aria-label="About this thumbnail">
        ${isDone && html`<${Actions} generation=${generation} thumbnail=${thumbnail} />`}
        ${thumbnail.preflight && html`<${Checks} preflight=${thumbnail.preflight} shown=${check} show=${setCheck} />`}
        <${Facts} generation=${generation} thumbnail=${thumbnail} />
        ${hasEnded(generation) && html`<${Delete} generation=${generation} />`}
      </aside>`}
    </div>
    <${Tray} />
  </div>`;
}

/** @param {{ generation: import('../types').Generation, current: import('../types').Thumbnail }} props */
function Siblings({ generation, current }) {
  return html`<ul class="siblings" aria-label="Thumbnails of this generation">
    ${generation.thumbnails.map(
      ({ index, status, previewUrl, thumbnailId }) => html`<li key=${thumbnailId}>
        <a href=${address(['look', generation.generationId, String(index)])} aria-current=${current.index === index ? 'true' : undefined} aria-label=${`Thumbnail ${index + 1}, ${words(status).toLowerCase()}`}>
          <${Picture} url=${previewUrl} alt="" eager />
        </a>
      </li>`,
    )}
  </ul>`;
}

/** @param {{ generation: import('../types').Generation, thumbnail: import('../types').Thumbnail }} props */
function Actions({ generation, thumbnail }) {
  const ref = `${generation.generationId}.${thumbnail.index}`;
  const isSelected = useStore(selection).includes(ref);
  const finished = generation.thumbnails.filter(({ status }) => status === 'completed');
  // Pictures whose words the composer has set have a recipe.
  const isLettered = thumbnail.reproducibility?.lettering === 'composer';
  const siblings = finished.slice(0, 3).map(({ index }) => `${generation.generationId}.${index}`);
  return html`<div class="actions">
    <${Download} kind="primary" url=${thumbnail.url ?? ''}>Download</${Download}>
    ${may('generate_variation') &&
    html`<${ButtonLink} icon="vary" href=${address(['make'], { vary: ref })}>Vary</${ButtonLink}>
      <${ButtonLink} icon="edit" href=${address(['make'], { edit: ref })}>Edit</${ButtonLink}>`}
    ${may('create_inspiration') &&
    html`<${Inspire} generation=${generation} thumbnail=${thumbnail} />
      ${isLettered && may('generate_thumbnail') && html`<${Inspire} generation=${generation} thumbnail=${thumbnail} isSeries />`}`}
    <${Button} icon=${isSelected ? 'check' : 'select'} pressed=${isSelected} onClick=${() => toggle(ref)}>Select</${Button}>
    ${finished.length > 1 &&
    html`<${DownloadAll} generation=${generation} />
      <a class="link" href=${address(['look', 'compare'], { of: siblings.join(',') })}>Compare ${siblings.length} of this generation</a>`}
  </div>`;
}

/** @param {{ generation: import('../types').Generation }} props */
function DownloadAll({ generation }) {
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    // The name of the pictures, without the extension.
    const name = fileName(generation.thumbnails.find(({ url }) => url)?.url ?? '').replace(/(-\d+)?\.\w+$/, '');
    await saveZip([generation], name).catch(tellProblem);
    setBusy(false);
  };
  return html`<${Button} icon="download" busy=${busy} onClick=${run}>Download all ${generation.completed} as ZIP</${Button}>`;
}

/**
 * Makes an inspiration of a thumbnail. For a series, the form for the next episode opens with it.
 * @param {{ generation: import('../types').Generation, thumbnail: import('../types').Thumbnail, isSeries?: boolean }} props
 */
function Inspire({ generation, thumbnail, isSeries = false }) {
  const { thumbnailId } = thumbnail;
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const name = [...heading(generation).replace(/\s+/g, ' ')].slice(0, 100).join('');
      const { balance, ...inspiration } = await call('create_inspiration', { thumbnailId, name }, { idempotencyKey: idempotencyKey() });
      tellBalance(balance);
      const has = isSeries && inspiration.recipe;
      const plain = `${name} is an inspiration now${isSeries ? ', but without a series: it was drawn by an older version' : ''}.`;
      tell(has ? `Thumbnails with ${name} look like a series now.` : plain);
      if (has) {
        const { aspectRatio, format, resolution } = generation;
        const model = thumbnail.reproducibility?.model ?? '';
        const others = draft.get().references.filter(({ kind }) => kind !== 'inspirations');
        draft.set({ ...draft.get(), aspectRatio, format, resolution, model, references: [...others, referenceOf(inspiration)] });
        go(address(['make']));
      }
    } catch (error) {
      tellProblem(error);
    }
    setBusy(false);
  };
  return html`<${Button} icon=${KINDS.inspirations.icon} busy=${busy} onClick=${run}>Use as ${isSeries ? 'a series' : 'inspiration'} (${amount(priceOf('create_inspiration'))})</${Button}>`;
}

/** @param {{ generation: import('../types').Generation, thumbnail: import('../types').Thumbnail }} props */
function Facts({ generation, thumbnail }) {
  const { reproducibility: made } = thumbnail;
  const metadata = Object.entries(generation.metadata);
  const used = { image: generation.imageIds, inspiration: generation.inspirationIds, person: generation.personIds };
  const counts = Object.entries(used).filter(([, ids]) => ids.length).map(([kind, ids]) => counted(ids.length, kind));
  /** @type {[string, any][]} */
  const facts = [
    ['Status', html`<${Status} status=${thumbnail.status} />`],
    ['Size', thumbnail.width ? `${thumbnail.width} × ${thumbnail.height}, ${bytes(thumbnail.sizeBytes)}, ${generation.format.toUpperCase()}` : `${generation.aspectRatio}, ${generation.resolution}`],
    ['Made', thumbnail.completedAt ? moment(thumbnail.completedAt) : '–'],
    ['Cost', `${thumbnails(generation.cost)}${generation.refunded ? `, ${thumbnails(generation.refunded)} refunded` : ''} for ${generation.count}`],
    ['Pictures used', counts.join(', ') || 'none'],
    ...metadata.map(([name, value]) => /** @type {[string, any]} */ ([name, html`<span dir="auto">${value}</span>`])),
  ];
  /** @type {[string, any][]} */
  const repeat = [
    ['Model', made?.model ?? generation.model],
    ['Words', made?.lettering === 'model' ? 'painted by the model' : 'set by the composer'],
    ['Seed', String(made?.seed ?? generation.seed + thumbnail.index)],
    ['Vendor’s model', made?.upstreamModel ?? '–'],
    ['Vendor’s request', made?.requestId ?? '–'],
    ['Drawn in', made?.durationMs === undefined || made.durationMs === null ? '–' : `${made.durationMs} ms`],
    ['References', made?.references?.length ? html`<ul>${made.references.map(({ id, sha256 }) => html`<li key=${id}><code>${id}</code> <code title=${sha256}>${sha256.slice(0, 12)}…</code></li>`)}</ul>` : 'none'],
  ];
  return html`${generation.prompt && html`<section><div class="field-head"><h2 class="minor">Prompt</h2><${Copy} text=${generation.prompt} label="Copy the prompt" /></div><p class="prose" dir="auto">${generation.prompt}</p></section>`}
    ${generation.enhancedPrompt && html`<section><h2 class="minor">Enhanced prompt</h2><p class="prose" dir="auto">${generation.enhancedPrompt}</p></section>`}
    ${generation.notes.length > 0 && html`<section class="notes"><h2 class="minor">Notes</h2><ul>${generation.notes.map((note) => html`<li key=${note} dir="auto">${note}</li>`)}</ul></section>`}
    <section><h2 class="minor">Facts</h2><${List} of=${facts} /></section>
    <section><h2 class="minor">Reproducibility</h2><${List} of=${repeat} /></section>
    <section><h2 class="minor">Ids</h2><${List} of=${[['Generation', generation.generationId], ['Thumbnail', thumbnail.thumbnailId], ['Prompt', generation.promptId]].map(([name, id]) => [name, html`<span class="id"><code>${id}</code><${Copy} text=${id ?? ''} label=${`Copy the id of the ${String(name).toLowerCase()}`} /></span>`])} /></section>`;
}

/** @param {{ of: [string, any][] }} props */
function List({ of }) {
  return html`<dl class="facts">${of.map(([name, value]) => html`<div key=${name}><dt dir="auto">${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}
