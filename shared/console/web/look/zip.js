// Saves several pictures as one ZIP file.
import { downloadZip } from '../vendor/client-zip.js';
import { fetchPicture, save } from '../ui/save.js';
import { fileName } from '../ui/file-name.js';

/**
 * Saves the finished pictures of these generations. Two pictures of the same name get numbers.
 * @param {import('../types').Generation[]} generations
 * @param {string} name The name of the file without its extension.
 */
export async function saveZip(generations, name) {
  const thumbnails = generations.flatMap((generation) => generation.thumbnails).filter(({ url }) => url !== null);
  if (thumbnails.length === 0) throw new Error('None of these generations has a picture.');
  save(await downloadZip(files(thumbnails)).blob(), `${name}.zip`);
}

/** @param {import('../types').Thumbnail[]} thumbnails */
async function* files(thumbnails) {
  /** @type {Set<string>} */
  const taken = new Set();
  for (const { url, completedAt } of thumbnails) {
    const name = unused(fileName(url ?? ''), taken);
    taken.add(name);
    yield { input: await fetchPicture(url ?? ''), name, lastModified: new Date(completedAt ?? 0) };
  }
}

/** `A kite.png`, or `A kite (2).png` if there is one. @param {string} name @param {Set<string>} taken */
function unused(name, taken) {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${stem} (${number})${extension}`;
  return free;
}
