// The MCP App: shows the generation of a tool's result and its variations, as pictures, in place, or blurred and grey.
import { BlurTest } from '../look/blur.js';
import { candidateOf } from '../look/generation.js';
import { InPlace } from '../look/place.js';
import { WAYS } from '../look/ways.js';
import { useStore } from '../store.js';
import { Button } from '../ui/controls.js';
import { Loading, Notices, Problem, tellProblem } from '../ui/feedback.js';
import { Icon } from '../ui/icons.js';
import { html, useEffect, useState } from '../vendor/preact.js';
import { Generation } from './generation.js';
import { callTool, host, showAs, tellAgent, toolInput, toolResult, trouble } from './host.js';

const MOST_COMPARED = 3;
/** The number of pictures of other videos in the largest mock-up. */
const NEIGHBOURS = 8;

export function App() {
  const now = useStore(host);
  const problem = useStore(trouble);
  if (problem) return html`<main><${Problem} error=${new Error(problem)} /></main>`;
  if (!now) return html`<main><${Loading} label="Waiting for the host" /></main>`;
  return html`<main><${Results} can=${now.can} context=${now.context} /></main><${Notices} />`;
}

/** @param {{ can: import('./host.js').Capabilities, context: import('./host.js').Context }} props */
function Results({ can, context }) {
  const result = useStore(toolResult);
  /** The variations that were made here, the latest first. */
  const [variations, setVariations] = useState(/** @type {string[]} */ ([]));
  if (!result) return html`<${Awaited} />`;
  if (result.error) return html`<${Problem} error=${result.error} />`;
  const { generationId } = result.data;
  if (!generationId) return html`<${Problem} error=${new Error('The result has no generation to show.')} />`;
  const made = (/** @type {string} */ id) => {
    setVariations((known) => [id, ...known.filter((one) => one !== id)]);
    tellAgent(`In the app, the user made a variation: the generation ${id}. get_generation_status has its thumbnails.`).catch(tellProblem);
  };
  return html`<${Shown} key=${generationId} ids=${[...variations, generationId]} told=${result.data} can=${can} context=${context} made=${made} />`;
}

/** The title or the prompt of the call, while the tool runs. */
function Awaited() {
  const input = useStore(toolInput);
  const words = input?.title || input?.prompt || input?.newPrompt;
  return html`${words && html`<h1 dir="auto">${words}</h1>`}<${Loading} label="Waiting for the tool" />`;
}

/**
 * @param {{
 *   ids: string[], told: any, can: import('./host.js').Capabilities, context: import('./host.js').Context, made: (generationId: string) => void,
 * }} props `told` is the data of the tool's result: a generation, or only its id.
 */
function Shown({ ids, told, can, context, made }) {
  const [show, setShow] = useState('');
  const [chosen, setChosen] = useState(/** @type {string[]} */ ([]));
  const [known, setKnown] = useState(/** @type {Record<string, import('../types').Generation>} */ ({}));
  const choose = (/** @type {string} */ id) => setChosen((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id].slice(0, MOST_COMPARED)));
  const read = (/** @type {import('../types').Generation} */ generation) => setKnown((now) => ({ ...now, [generation.generationId]: generation }));
  const finished = ids.flatMap((id) => {
    const generation = known[id];
    return (generation?.thumbnails ?? []).flatMap((thumbnail) => (generation && thumbnail.status === 'completed' && thumbnail.url ? [{ generation, thumbnail }] : []));
  });
  const picked = finished.filter(({ thumbnail }) => chosen.includes(thumbnail.thumbnailId));
  const candidates = (picked.length ? picked : finished.slice(0, 1)).map(({ generation, thumbnail }) => candidateOf(generation, thumbnail));
  const actions = { mayCall: can.serverTools !== undefined, chosen, isFull: chosen.length >= MOST_COMPARED, choose, made };
  const isAlone = show === '' || candidates.length === 0;
  return html`
    ${candidates.length > 0 && html`<${Ways} show=${isAlone ? '' : show} setShow=${setShow} context=${context} />`}
    ${chosen.length > 0 && html`<p class="hint" role="status">${comparison(picked.length)}</p>`}
    <div class="generations" hidden=${!isAlone}>
      ${ids.map((id) => html`<${Generation} key=${id} generationId=${id} first=${id === told.generationId && told.thumbnails ? told : null} actions=${actions} read=${read} />`)}
    </div>
    ${!isAlone && show === 'place' && html`<${Place} candidates=${candidates} mayCall=${actions.mayCall} />`}
    ${!isAlone && show === 'blur' && html`<${BlurTest} candidates=${candidates} />`}`;
}

/** @param {number} count */
const comparison = (count) => (count === 1 ? 'Choose one or two more to compare.' : `${count} chosen. See them side by side in place, or blurred and grey.`);

/** @param {{ show: string, setShow: (show: string) => void, context: import('./host.js').Context }} props */
function Ways({ show, setShow, context }) {
  const isWide = context.displayMode === 'fullscreen';
  const other = isWide ? 'inline' : 'fullscreen';
  return html`<div class="row spread app-bar">
    <div class="ways" role="group" aria-label="Ways to look">
      ${WAYS.map((way) => html`<button key=${way.show} type="button" aria-pressed=${String(way.show === show)} onClick=${() => setShow(way.show)}><${Icon} name=${way.icon} size=${16} /><span>${way.title}</span></button>`)}
    </div>
    ${context.availableDisplayModes?.includes(other) && html`<${Button} small kind="quiet" icon="wide" label=${isWide ? 'Back to the conversation' : 'Full screen'} onClick=${() => showAs(other).catch(tellProblem)} />`}
  </div>`;
}

/** The thumbnails in place, among pictures of the library. @param {{ candidates: import('../look/place.js').Candidate[], mayCall: boolean }} props */
function Place({ candidates, mayCall }) {
  const [library, setLibrary] = useState(/** @type {import('../types').Inspiration[]} */ ([]));
  useEffect(() => {
    // The key may lack the scope for the library. Then the places of other videos are empty.
    if (mayCall) callTool('list_inspirations', { filter: 'all', limit: NEIGHBOURS }).then(({ inspirations }) => setLibrary(inspirations), () => {});
  }, [mayCall]);
  return html`<${InPlace} candidates=${candidates} library=${library} />`;
}
