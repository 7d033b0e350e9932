// The form for a variation of a thumbnail.
import { ApiError } from '../service/errors.js';
import { amount, thumbnails } from '../format.js';
import { Button, Choice, Field, Stepper } from '../ui/controls.js';
import { Problem } from '../ui/feedback.js';
import { html, useEffect, useRef, useState } from '../vendor/preact.js';
import { callTool } from './host.js';

const MOST = 4;
const LONGEST_PROMPT = 4000;

/** A new idempotency key. A request that is repeated with its key is charged once. */
const newKey = () => `app-${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;

/**
 * @param {{
 *   generation: import('../types').Generation, thumbnail: import('../types').Thumbnail,
 *   made: (generationId: string) => void, close: () => void,
 * }} props
 */
export function Vary({ generation, thumbnail, made, close }) {
  const [mode, setMode] = useState('edit');
  const [wish, setWish] = useState('');
  const [prompt, setPrompt] = useState(generation.prompt ?? '');
  const [count, setCount] = useState(1);
  const [credits, setCredits] = useState(/** @type {import('../types').Credits | null} */ (null));
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState(/** @type {unknown} */ (null));
  const key = useRef(newKey());
  const field = useRef(/** @type {any} */ (null));
  useEffect(() => {
    // The price and the balance are shown if the key may read them.
    callTool('get_credits').then(setCredits, () => {});
  }, []);
  useEffect(() => field.current?.focus(), [mode]);
  const isEdit = mode === 'edit';
  // The sandbox of a host may forbid forms, so there is no `form` element.
  const send = async () => {
    setBusy(true);
    setProblem(null);
    const input = isEdit ? { thumbnailId: thumbnail.thumbnailId, newPrompt: wish, count } : { promptId: generation.promptId, newPrompt: prompt, count };
    try {
      const { generationId } = await callTool('generate_variation', input, { idempotencyKey: key.current });
      made(generationId);
    } catch (error) {
      setProblem(error);
      // After a refusal, the corrected call is another call and needs another key. If only the response was lost, the
      // next press may repeat the call, so the key stays.
      if (error instanceof ApiError) key.current = newKey();
    }
    setBusy(false);
  };
  const price = credits ? `Costs ${thumbnails(count * credits.costs.generate_variation)}, ${amount(credits.balance)} left` : `Costs ${thumbnails(count)}`;
  return html`<div class="panel vary" role="group" aria-label=${`Vary thumbnail ${thumbnail.index + 1}`}>
    <${Choice} legend="Make" name="vary-mode" value=${mode} onChange=${setMode} hidden options=${[
      { value: 'edit', label: 'Change this picture' },
      { value: 'vary', label: 'Draw it anew' },
    ]} />
    ${isEdit
      ? html`<${Field} key="edit" label="What shall change?" id="wish" hint="Such as “title: NEVER AGAIN”, “make it blue” or “another layout”.">
          <textarea ref=${field} id="wish" dir="auto" rows="2" maxlength=${LONGEST_PROMPT} value=${wish} onInput=${(/** @type {any} */ event) => setWish(event.target.value)}></textarea>
        </${Field}>`
      : html`<${Field} key="vary" label="Prompt" id="prompt" hint="The same prompt gives another picture of the same idea.">
          <textarea ref=${field} id="prompt" dir="auto" rows="3" maxlength=${LONGEST_PROMPT} value=${prompt} onInput=${(/** @type {any} */ event) => setPrompt(event.target.value)}></textarea>
        </${Field}>`}
    ${problem && html`<${Problem} error=${problem} />`}
    <div class="row spread">
      <div class="row"><label class="unseen" for="vary-count">How many</label><${Stepper} id="vary-count" value=${count} least=${1} most=${MOST} onChange=${setCount} /><span class="hint">${price}</span></div>
      <div class="row"><${Button} kind="quiet" onClick=${close}>Close</${Button}><${Button} kind="primary" icon="vary" busy=${isBusy} disabled=${isEdit && !wish.trim()} onClick=${send}>Make</${Button}></div>
    </div>
  </div>`;
}
