// Make: the form on one side, the thumbnails on the other.
import { html, useState } from '../vendor/preact.js';
import { allowance, call, idempotencyKey, read, retried } from '../service/api.js';
import { ApiError } from '../service/errors.js';
import { heading, thumbnails } from '../format.js';
import { Lazy } from '../ui/lazy.js';
import { useLoad, useSettled } from '../service/load.js';
import { address, go, place } from '../router.js';
import { account, may, priceOf, tellBalance } from '../service/session.js';
import { useStore } from '../store.js';
import { ButtonLink } from '../ui/controls.js';
import { Problem } from '../ui/feedback.js';
import { Picture } from '../ui/picture.js';
import { body, clear, draft, isComplete, priced, rare } from './draft.js';
import { Form } from './form.js';
import { useQuote } from './price.js';

const changing = () => import('./changing.js');
const progress = () => import('./progress.js');
/** How long the user must have typed nothing before the words are read, in milliseconds. */
const PAUSE = 1500;
/** The same for a change, whose words are read while they are typed. */
const QUICK_PAUSE = 400;
/** If fewer requests are left in this minute, the words of a change are read less often. */
const FEW_REQUESTS = 20;
const IDEAS = [
  { prompt: 'A climber on a frozen waterfall, low sun, huge scale', title: 'I ALMOST FELL' },
  { prompt: 'Two espresso machines side by side on a marble counter', title: '$80 VS $8,000' },
  { prompt: 'A rocket launch over the sea at dawn', title: 'WE HAVE LIFTOFF' },
];

export function View() {
  const { rest, query } = useStore(place);
  const [mode, from] = query.has('edit') ? ['edit', query.get('edit')] : ['vary', query.get('vary')];
  if (from) return html`<${Lazy} key=${`${mode} ${from}`} load=${changing} name="Changing" props=${{ mode, from, shown: rest[0] ?? '' }} />`;
  return html`<${New} shown=${rest[0] ?? ''} />`;
}

/** @param {{ shown: string }} props */
function New({ shown }) {
  const entered = useStore(draft);
  const set = (/** @type {any} */ changes) => draft.set({ ...draft.get(), ...changes });
  return html`<${Maker} entered=${entered} set=${set} origin=${{ mode: 'new' }} shown=${shown} query=${{}} />`;
}

/**
 * @param {{
 *   entered: import('./draft.js').Draft, set: (changes: Partial<import('./draft.js').Draft>) => void, origin: import('./draft.js').Origin,
 *   shown: string, query: Record<string, string>, original?: any, below?: (price: ReturnType<typeof useQuote>) => any,
 * }} props `original` is shown above the form, and `below` below its prompt.
 */
export function Maker({ entered, set, origin, shown, query, original, below }) {
  const [error, setError] = useState(/** @type {unknown} */ (null));
  const [busy, setBusy] = useState(false);
  const tool = origin.mode === 'new' ? 'generate_thumbnail' : 'generate_variation';
  const isEdit = origin.mode === 'edit';
  const parameters = body(entered, origin);
  const ready = isComplete(entered, origin);
  // The quote names the balance, which a call changes. Typing asks for new notes only after a longer pause.
  const balance = account().credits?.balance;
  const isQuick = isEdit && allowance.get().remaining > FEW_REQUESTS;
  const prompt = useSettled(entered.prompt, isQuick ? QUICK_PAUSE : PAUSE);
  const title = useSettled(entered.title, PAUSE);
  // The quote of a change says what it understands, so it never has half of a word.
  const asked = isEdit ? { ...entered, prompt } : entered;
  const letters = isEdit ? prompt : rare(prompt + title);
  const price = useQuote(tool, body(asked, origin), may(tool) && isComplete(asked, origin) ? `${priced(asked)} ${balance} ${letters}` : '');

  const submit = async () => {
    if (busy || !ready) return;
    setBusy(true);
    setError(null);
    // One press is one call: if the answer is lost, the same key returns it and charges nothing again.
    const key = idempotencyKey();
    try {
      const generated = await retried(() => call(tool, parameters, { idempotencyKey: key }));
      tellBalance(generated.balance);
      go(address(['make', generated.generationId], query));
    } catch (problem) {
      setError(problem);
    }
    setBusy(false);
  };

  // If a quote has judged the words of a change, it says more than the call did: the words may be others by now.
  const isJudged = price.quote !== null || price.error?.details.reason === 'change';
  const failure = isJudged && error instanceof ApiError && error.details.reason === 'change' ? null : error;
  const issues = failure instanceof ApiError && failure.code === 'VALIDATION_ERROR' ? failure.issues : {};
  const own = ['prompt', 'newPrompt', 'title', 'model', 'lettering', 'seed'];
  const others = Object.entries(issues).filter(([path]) => !own.includes(path));
  const problems = { ...issues, '': others.map(([path, message]) => (path ? `${path}: ${message}` : message)).join(' ') };
  const isElsewhere = failure !== null && Object.keys(issues).length === 0;
  return html`<div class="make">
    <div class="make-side">
      <header class="row spread"><h1>${{ new: 'Make', vary: 'Vary', edit: 'Edit' }[origin.mode]}</h1>
        ${origin.mode === 'new' ? entered.prompt && html`<button type="button" class="link" onClick=${clear}>Clear</button>` : html`<a class="link" href=${address(['make'])}>Make a new one</a>`}</header>
      ${original}
      <${Form} entered=${entered} origin=${origin} set=${set} problems=${problems} price=${price} busy=${busy} ready=${ready} submit=${submit} below=${below?.(price)} />
      ${isElsewhere && html`<${Problem} error=${failure} />`}
    </div>
    <div class="make-stage">
      ${shown ? html`<${Lazy} key=${shown} load=${progress} name="Progress" props=${{ generationId: shown }} />` : html`<${Start} origin=${origin} set=${set} />`}
    </div>
  </div>`;
}

/** What is shown before the first thumbnail. @param {{ origin: import('./draft.js').Origin, set: (changes: any) => void }} props */
function Start({ origin, set }) {
  const { thumbnail, mode } = origin;
  const latest = useLoad(
    (signal) => (mode === 'new' && may('list_generations') ? read('list_generations', { limit: 8, status: 'completed' }, signal) : Promise.resolve({ generations: [] })),
    [mode],
  );
  if (mode !== 'new') return html`<div class="start-picture"><${Picture} url=${thumbnail?.url} alt="The picture that is changed" eager /></div>`;
  /** @type {import('../types').Generation[]} */
  const generations = latest.data?.generations ?? [];
  return html`<div class="start">
    <h2>What is your video about?</h2>
    <p class="lead">Describe the picture, add your logo or your face, and press the button. Each costs ${thumbnails(priceOf('generate_thumbnail'))} of your balance.</p>
    <ul class="ideas">
      ${IDEAS.map((idea) => html`<li><button type="button" onClick=${() => set(idea)}><strong>${idea.title}</strong><span>${idea.prompt}</span></button></li>`)}
    </ul>
    ${generations.length > 0 &&
    html`<div class="row spread"><h3>Your latest</h3><${ButtonLink} small kind="quiet" href=${address(['look'])} icon="arrow">All</${ButtonLink}></div>
      <ul class="tiles">
        ${generations.map(
          (generation) => html`<li key=${generation.generationId}><a class="tile" href=${address(['look', generation.generationId])}>
            <span class="tile-picture"><${Picture} url=${generation.thumbnails[0]?.previewUrl} alt="" /></span><span class="tile-name" dir="auto">${heading(generation)}</span>
          </a></li>`,
        )}
      </ul>`}
  </div>`;
}
