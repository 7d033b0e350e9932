// Two or three thumbnails side by side.
import { html } from '../vendor/preact.js';
import { heading } from '../format.js';
import { useLoad } from '../service/load.js';
import { generationOf } from '../make/draft.js';
import { address } from '../router.js';
import { ButtonLink } from '../ui/controls.js';
import { Download } from '../ui/download.js';
import { Empty, Loading, Problem } from '../ui/feedback.js';
import { Icon } from '../ui/icons.js';
import { Picture } from '../ui/picture.js';
import { candidateOf } from './generation.js';
import { Stage, Ways } from './stage.js';

const MOST = 3;

/** @param {{ refs: string[], show: string }} props */
export function Comparison({ refs, show }) {
  const chosen = refs.slice(0, MOST);
  const { data, error, again } = useLoad(
    (signal) =>
      Promise.all(
        chosen.map(async (ref) => {
          const [generationId = '', index = '0'] = ref.split('.');
          const generation = await generationOf(generationId, signal);
          return { generation, thumbnail: generation.thumbnails[Number(index)] };
        }),
      ),
    [chosen.join()],
  );
  if (error) return html`<div class="page"><${Problem} error=${error} retry=${again} /></div>`;
  if (!data) return html`<${Loading} />`;
  const pairs = data.flatMap(({ generation, thumbnail }) => (thumbnail?.status === 'completed' ? [{ generation, thumbnail }] : []));
  if (pairs.length === 0) return html`<div class="page"><${Empty} icon="compare" title="Nothing to compare"><p>Choose two or three finished thumbnails in the gallery.</p><${ButtonLink} href=${address(['look'])}>Open the gallery</${ButtonLink}></${Empty}></div>`;
  const candidates = pairs.map(({ generation, thumbnail }) => candidateOf(generation, thumbnail));
  return html`<div class="page comparison">
    <header class="row spread"><h1>Compare</h1><${Ways} path=${['look', 'compare']} query=${{ of: refs.join(',') }} show=${show} /></header>
    <${Stage} show=${show} candidates=${candidates}>
      <ul class=${`compared of-${pairs.length}`}>
        ${pairs.map(
          ({ generation, thumbnail }, at) => html`<li key=${thumbnail.thumbnailId}>
            <a class="compared-picture" href=${address(['look', generation.generationId, String(thumbnail.index)])}><${Picture} url=${thumbnail.url} alt=${heading(generation)} eager /></a>
            <h2><span class="number-badge">${at + 1}</span><span dir="auto">${heading(generation)}</span></h2>
            <div class="row spread"><p class="hint">${thumbnail.width} × ${thumbnail.height} · ${generation.model}</p>
              <${Download} small url=${thumbnail.url ?? ''} label=${`Download number ${at + 1}`} /></div>
            <ul class="mini-checks">
              ${(thumbnail.preflight?.checks ?? []).map(({ id, ok, message }) => html`<li key=${id} class=${ok ? 'ok' : 'not-ok'}><${Icon} name=${ok ? 'check' : 'error'} size=${15} /><span>${message}</span></li>`)}
            </ul>
          </li>`,
        )}
      </ul>
    </${Stage}>
  </div>`;
}
