// Deletes a generation.
import { html, useState } from '../vendor/preact.js';
import { send } from '../service/api.js';
import { heading, thumbnails } from '../format.js';
import { address, replace } from '../router.js';
import { Button } from '../ui/controls.js';
import { Confirm } from '../ui/dialog.js';
import { tell } from '../ui/feedback.js';
import { forget } from './list.js';
import { tray } from './tray.js';

/** @param {{ generation: import('../types').Generation }} props A generation that has ended. */
export function Delete({ generation }) {
  const [isAsking, setAsking] = useState(false);
  const { generationId, count } = generation;
  const run = async () => {
    await send('DELETE', `/api/v1/generations/${generationId}`);
    forget(generationId);
    tray.set(tray.get().filter((ref) => !ref.startsWith(`${generationId}.`)));
    tell(`${heading(generation)} is deleted.`);
    replace(address(['look']));
  };
  return html`<div><${Button} kind="danger" icon="trash" onClick=${() => setAsking(true)}>Delete</${Button}></div>
    ${isAsking &&
    html`<${Confirm} title="Delete this generation?" action="Delete" close=${() => setAsking(false)} run=${run}>
      <p><strong>${heading(generation)}</strong>: its prompt and ${count === 1 ? 'its picture are' : `all of its ${thumbnails(count)} are`} deleted for ever. What it cost is not refunded.</p>
    </${Confirm}>`}`;
}
