// The thumbnails of a generation while they are made.
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { call } from '../service/api.js';
import { heading, thumbnails } from '../format.js';
import { address } from '../router.js';
import { may, tellBalance } from '../service/session.js';
import { Button, ButtonLink } from '../ui/controls.js';
import { Download } from '../ui/download.js';
import { Loading, Problem, Status, tell, tellProblem } from '../ui/feedback.js';
import { Picture } from '../ui/picture.js';
import { hasEnded, summary } from '../look/generation.js';
import { useGeneration } from './follow.js';
import { NoPicture } from './no-picture.js';

/** @param {{ generationId: string }} props */
export function Progress({ generationId }) {
  const { generation, error, again } = useGeneration(generationId);
  const [isCancelling, setCancelling] = useState(false);
  const element = useRef(/** @type {any} */ (null));
  useEffect(() => {
    // On a narrow page the results are below the form.
    if (generation && matchMedia('(max-width: 899px)').matches) element.current.scrollIntoView({ block: 'start' });
  }, [generation === null]);
  if (!generation) return error ? html`<${Problem} error=${error} retry=${again} />` : html`<${Loading} label="Reading the generation" />`;
  const cancel = async () => {
    setCancelling(true);
    try {
      const { cancelled, refunded, balance } = await call('cancel_generation', { generationId });
      tellBalance(balance);
      tell(`${thumbnails(cancelled)} cancelled, ${thumbnails(refunded)} refunded.`);
      again();
    } catch (problem) {
      tellProblem(problem);
    }
    setCancelling(false);
  };
  const ended = hasEnded(generation);
  return html`<section ref=${element} class="progress" aria-label="Your thumbnails">
    <header class="row spread">
      <div class="titles">
        <h2 dir="auto">${heading(generation)}</h2>
        <p class="row hint"><${Status} status=${generation.status} /> ${summary(generation)}</p>
      </div>
      <div class="row">
        ${!ended && generation.pending > 0 && may('cancel_generation') && html`<${Button} icon="close" busy=${isCancelling} onClick=${cancel}>Cancel</${Button}>`}
        ${ended && generation.completed > 0 && html`<${ButtonLink} href=${address(['look', generationId])} icon="look">Look closely</${ButtonLink}>`}
      </div>
    </header>
    ${!ended && html`<progress max="1" value=${generation.progress} aria-label="Progress"></progress>`}
    ${error && html`<${Problem} error=${error} retry=${again} />`}
    <ul class=${`made shape-${generation.aspectRatio.replace(':', '-')} ${generation.count === 1 ? 'single' : ''}`}>
      ${generation.thumbnails.map((thumbnail) => html`<${Result} key=${thumbnail.thumbnailId} generation=${generation} thumbnail=${thumbnail} />`)}
    </ul>
    ${generation.notes.length > 0 && html`<div class="panel notes"><h3>Notes</h3><ul>${generation.notes.map((note) => html`<li dir="auto">${note}</li>`)}</ul></div>`}
    ${generation.enhancedPrompt && html`<details class="panel"><summary>The enhanced prompt</summary><p dir="auto" class="prose">${generation.enhancedPrompt}</p></details>`}
  </section>`;
}

/** @param {{ generation: import('../types').Generation, thumbnail: import('../types').Thumbnail }} props */
function Result({ generation, thumbnail }) {
  const { status, index, url } = thumbnail;
  const where = address(['look', generation.generationId, String(index)]);
  const name = `Thumbnail ${index + 1}: ${heading(generation)}`;
  return html`<li class=${`result ${status}`}>
    ${status === 'completed'
      ? html`<a class="result-picture" href=${where} aria-label=${`Look at ${name}`}><${Picture} url=${url} alt=${name} eager width=${thumbnail.width} height=${thumbnail.height} /></a>`
      : html`<div class="result-picture waiting"><${NoPicture} thumbnail=${thumbnail} /></div>`}
    ${status === 'completed' &&
    html`<div class="result-tools row">
      <${Download} small kind="quiet" url=${url ?? ''} label=${`Download thumbnail ${index + 1}`} />
      <${ButtonLink} small kind="quiet" icon="vary" href=${address(['make'], { vary: `${generation.generationId}.${index}` })} label=${`Vary thumbnail ${index + 1}`} />
      <${ButtonLink} small kind="quiet" icon="edit" href=${address(['make'], { edit: `${generation.generationId}.${index}` })} label=${`Edit thumbnail ${index + 1}`} />
      <${ButtonLink} small kind="quiet" icon="place" href=${address(['look', generation.generationId, String(index)], { show: 'place' })} label=${`See thumbnail ${index + 1} in place`} />
      ${thumbnail.preflight && html`<span class=${`verdict ${thumbnail.preflight.ok ? 'ok' : ''}`}>${thumbnail.preflight.ok ? 'All checks pass' : `${thumbnail.preflight.checks.filter((check) => !check.ok).length} to look at`}</span>`}
    </div>`}
  </li>`;
}
