// One generation: its thumbnails as they are made, and the buttons of each thumbnail.
import { heading } from '../format.js';
import { Boxes, Checks } from '../look/checks.js';
import { hasEnded, missing, summary } from '../look/generation.js';
import { NoPicture } from '../make/no-picture.js';
import { Button } from '../ui/controls.js';
import { Loading, Problem, Status, tellProblem } from '../ui/feedback.js';
import { fileName } from '../ui/file-name.js';
import { Picture } from '../ui/picture.js';
import { html, useEffect, useState } from '../vendor/preact.js';
import { useGeneration } from './follow.js';
import { download } from './host.js';
import { Vary } from './vary.js';

/** @typedef {{ generation: import('../types').Generation, thumbnail: import('../types').Thumbnail }} Pair */
/**
 * What the buttons of a thumbnail need, and the ids of the thumbnails that are chosen for comparison.
 * @typedef {{ mayCall: boolean, chosen: string[], isFull: boolean, choose: (thumbnailId: string) => void, made: (generationId: string) => void }} Actions
 */

/**
 * @param {{
 *   generationId: string, first: import('../types').Generation | null, actions: Actions, read: (generation: import('../types').Generation) => void,
 * }} props `first` is the generation in the result that the host has sent; `read` is called with each generation that is read later.
 */
export function Generation({ generationId, first, actions, read }) {
  const { generation, error, again } = useGeneration(generationId, first, actions.mayCall);
  const [open, setOpen] = useState(/** @type {{ index: number, isVaried: boolean } | null} */ (null));
  useEffect(() => {
    if (generation) read(generation);
  }, [generation]);
  if (!generation) {
    if (error) return html`<${Problem} error=${error} retry=${again} />`;
    if (!actions.mayCall) return html`<p class="hint">The pictures are being made. Ask the assistant for the status of this generation to see them.</p>`;
    return html`<${Loading} label="Reading the generation" />`;
  }
  const shown = open && generation.thumbnails.find(({ index, status }) => index === open.index && status === 'completed');
  return html`<section class="generation" aria-label=${heading(generation)}>
    <header>
      <h1 dir="auto">${heading(generation)}</h1>
      <p class="row wrap hint"><${Status} status=${generation.status} /> ${summary(generation)}</p>
    </header>
    ${!hasEnded(generation) && html`<progress max="1" value=${generation.progress} aria-label="Progress"></progress>`}
    ${error && html`<${Problem} error=${error} retry=${again} />`}
    ${shown && html`<${Large} key=${shown.thumbnailId} generation=${generation} thumbnail=${shown} isVaried=${open.isVaried} actions=${actions} again=${again} close=${() => setOpen(null)} />`}
    <ul class=${`made shape-${generation.aspectRatio.replace(':', '-')} ${generation.count === 1 ? 'single' : ''}`}>
      ${generation.thumbnails
        .filter((thumbnail) => thumbnail !== shown)
        .map((thumbnail) => html`<${Small} key=${thumbnail.thumbnailId} generation=${generation} thumbnail=${thumbnail} actions=${actions} again=${again} look=${(/** @type {boolean} */ isVaried) => setOpen({ index: thumbnail.index, isVaried })} />`)}
    </ul>
    ${generation.notes.length > 0 && html`<div class="notes hint"><ul>${generation.notes.map((note) => html`<li key=${note} dir="auto">${note}</li>`)}</ul></div>`}
  </section>`;
}

/** What the checks say, in a few words. @param {import('../types').Thumbnail} thumbnail */
function verdict({ preflight }) {
  if (!preflight) return null;
  const text = preflight.ok ? 'All checks pass' : `${preflight.checks.filter(({ ok }) => !ok).length} to look at`;
  return html`<span class=${`verdict ${preflight.ok ? 'ok' : ''}`}>${text}</span>`;
}

/** @param {Pair & { actions: Actions, again: () => void, look: (isVaried: boolean) => void }} props */
function Small({ generation, thumbnail, actions, again, look }) {
  const { status, index, url } = thumbnail;
  const name = `Thumbnail ${index + 1}: ${heading(generation)}`;
  const isGone = status === 'completed' && !url;
  return html`<li class=${`result ${status}`}>
    ${status === 'completed' && url
      ? html`<button type="button" class="result-picture" aria-label=${`Look at ${name}`} onClick=${() => look(false)}><${Picture} url=${url} alt=${name} eager width=${thumbnail.width} height=${thumbnail.height} renew=${async () => void again()} /></button>`
      : html`<div class="result-picture waiting">${isGone ? html`<p class="why">${missing(thumbnail)}</p>` : html`<${NoPicture} thumbnail=${thumbnail} />`}</div>`}
    ${status === 'completed' && url && html`<div class="result-tools row"><${Tools} small generation=${generation} thumbnail=${thumbnail} actions=${actions} vary=${() => look(true)} />${verdict(thumbnail)}</div>`}
  </li>`;
}

/** @param {Pair & { actions: Actions, small?: boolean, vary: () => void }} props */
function Tools({ generation, thumbnail, actions, small, vary }) {
  const { thumbnailId, index } = thumbnail;
  const [isBusy, setBusy] = useState(false);
  const isChosen = actions.chosen.includes(thumbnailId);
  const name = `thumbnail ${index + 1}`;
  const save = async () => {
    const url = thumbnail.url ?? '';
    setBusy(true);
    await download({ uri: url, name: fileName(url), mimeType: `image/${generation.format}` }).catch(tellProblem);
    setBusy(false);
  };
  const kind = small ? 'quiet' : 'plain';
  return html`<${Button} small=${small} kind=${kind} icon="download" busy=${isBusy} label=${`Download ${name}`} onClick=${save}>${small ? '' : 'Download'}</${Button}>
    ${actions.mayCall && html`<${Button} small=${small} kind=${kind} icon="vary" label=${`Vary ${name}`} onClick=${vary}>${small ? '' : 'Vary'}</${Button}>`}
    <${Button} small=${small} kind=${kind} icon="compare" pressed=${isChosen} disabled=${!isChosen && actions.isFull} label=${`Compare ${name}`} onClick=${() => actions.choose(thumbnailId)}>${small ? '' : 'Compare'}</${Button}>`;
}

/** @param {Pair & { actions: Actions, isVaried: boolean, again: () => void, close: () => void }} props */
function Large({ generation, thumbnail, actions, isVaried, again, close }) {
  const [check, setCheck] = useState('');
  const [varies, setVaries] = useState(isVaried);
  const made = (/** @type {string} */ generationId) => {
    close();
    actions.made(generationId);
  };
  return html`<div class="large">
    <div class="detail-picture"><span class="framed">
      <${Picture} url=${thumbnail.url} alt=${heading(generation)} eager width=${thumbnail.width} height=${thumbnail.height} renew=${async () => void again()} />
      <${Boxes} thumbnail=${thumbnail} shown=${check} />
    </span></div>
    <div class="row wrap">
      <${Tools} generation=${generation} thumbnail=${thumbnail} actions=${actions} vary=${() => setVaries(!varies)} />
      <${Button} kind="quiet" icon="close" label="Close the large picture" onClick=${close} />
    </div>
    ${varies && html`<${Vary} generation=${generation} thumbnail=${thumbnail} made=${made} close=${() => setVaries(false)} />`}
    ${thumbnail.preflight && html`<${Checks} preflight=${thumbnail.preflight} shown=${check} show=${setCheck} />`}
  </div>`;
}
