// Deletes generations.
import { html, useState } from '../vendor/preact.js';
import { patiently, send } from '../service/api.js';
import { ApiError } from '../service/errors.js';
import { counted, heading, thumbnails } from '../format.js';
import { address, replace } from '../router.js';
import { Button } from '../ui/controls.js';
import { Confirm } from '../ui/dialog.js';
import { tell } from '../ui/feedback.js';
import { forget } from './list.js';
import { deselect } from './selection.js';

/** Deletes a generation, unless it is already deleted. @param {string} generationId */
async function remove(generationId) {
  await patiently(() => send('DELETE', `/api/v1/generations/${generationId}`)).catch((error) => {
    if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') throw error;
  });
  forget(generationId);
  deselect(generationId);
}

/** @param {{ generation: import('../types').Generation }} props A generation that has ended. */
export function Delete({ generation }) {
  const [isAsking, setAsking] = useState(false);
  const { generationId, count } = generation;
  const run = async () => {
    await remove(generationId);
    tell(`${heading(generation)} is deleted.`);
    replace(address(['look']));
  };
  return html`<div><${Button} kind="danger" icon="trash" onClick=${() => setAsking(true)}>Delete</${Button}></div>
    ${isAsking &&
    html`<${Confirm} title="Delete this generation?" action="Delete" close=${() => setAsking(false)} run=${run}>
      <p><strong>${heading(generation)}</strong>: its prompt and ${count === 1 ? 'its picture are' : `all of its ${thumbnails(count)} are`} deleted for ever. What it cost is not refunded.</p>
    </${Confirm}>`}`;
}

/**
 * Asks whether these generations are to be deleted. If one cannot be deleted, those before it are, and the others stay
 * selected.
 * @param {{ ids: string[], close: () => void }} props
 */
export function DeleteSelected({ ids, close }) {
  const what = counted(ids.length, 'generation');
  const run = async () => {
    for (const id of ids) await remove(id);
    tell(`${what} ${ids.length === 1 ? 'is' : 'are'} deleted.`);
    replace(address(['look']));
  };
  return html`<${Confirm} title=${`Delete ${what}?`} action="Delete" close=${close} run=${run}>
    <p>The prompts and all pictures of ${ids.length === 1 ? 'the selected generation' : `the ${what}`} are deleted for ever. What they cost is not refunded.</p>
  </${Confirm}>`;
}
