// What can be done with the selected thumbnails together.
import { html, useState } from '../vendor/preact.js';
import { counted } from '../format.js';
import { generationOf } from '../make/draft.js';
import { address } from '../router.js';
import { useStore } from '../store.js';
import { Button, ButtonLink } from '../ui/controls.js';
import { tellProblem } from '../ui/feedback.js';
import { DeleteSelected } from './delete.js';
import { selection } from './selection.js';
import { saveZip } from './zip.js';

/** How many thumbnails can be compared. */
const [LEAST, MOST] = [2, 3];

/** The generations of these thumbnails, each once. @param {string[]} refs */
const generationsOf = (refs) => [...new Set(refs.map((ref) => ref.split('.')[0] ?? ''))];

export function Tray() {
  const selected = useStore(selection);
  const [isAsking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  if (selected.length === 0) return null;
  const ids = generationsOf(selected);
  const canCompare = selected.length >= LEAST && selected.length <= MOST;
  const save = async () => {
    setBusy(true);
    try {
      /** @type {import('../types').Generation[]} */
      const generations = [];
      for (const id of ids) generations.push(await generationOf(id));
      await saveZip(generations, 'thumbnails');
    } catch (error) {
      tellProblem(error);
    }
    setBusy(false);
  };
  return html`<div class="tray" role="region" aria-label="Selection">
    <span>${selected.length} selected</span>
    <${Button} small kind="quiet" onClick=${() => selection.set([])}>Clear</${Button}>
    ${canCompare && html`<${ButtonLink} small icon="compare" href=${address(['look', 'compare'], { of: selected.join(',') })}>Compare</${ButtonLink}>`}
    <${Button} small icon="download" busy=${busy} label=${`Download the pictures of ${counted(ids.length, 'generation')} as a ZIP file`} onClick=${save}>Download</${Button}>
    <${Button} small kind="danger" icon="trash" label=${`Delete ${counted(ids.length, 'generation')}`} onClick=${() => setAsking(true)}>Delete</${Button}>
    ${isAsking && html`<${DeleteSelected} ids=${ids} close=${() => setAsking(false)} />`}
  </div>`;
}
