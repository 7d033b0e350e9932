// Several generations at once: saved as one file, and deleted.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { BASE, call, made, organization, useBrowser, withPage } from './support.mjs';

const browser = useBrowser();
const run = promisify(execFile);
/** Prints names, sizes and dimensions of the pictures in a ZIP file after it has checked them. */
const READ = `
import json, struct, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert archive.testzip() is None
    print(json.dumps([[entry.filename, entry.file_size, *struct.unpack('>II', archive.read(entry)[16:24])] for entry in archive.infolist()]))
`;

/** What is in the ZIP file that this press saves. @param {import('playwright-core').Page} page @param {import('playwright-core').Locator} button */
async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const { stdout } = await run('python3', ['-c', READ, await download.path()]);
  return { name: download.suggestedFilename(), files: JSON.parse(stdout) };
}

test('several generations are saved as one ZIP file and deleted', async () => {
  const { apiKey } = await organization();
  const kite = await made(apiKey, { prompt: 'A kite over the dunes', title: 'Up & away', count: 2 });
  const boat = await made(apiKey, { prompt: 'A boat', title: 'Up & away', aspectRatio: '9:16' });
  await made(apiKey, { prompt: 'Refused', model: 'distant' });
  await made(apiKey, { prompt: 'A tower', title: 'Stays' });
  await withPage(browser(), { key: apiKey, at: '#/look' }, async (page) => {
    await page.getByRole('list', { name: '4 generations' }).waitFor();
    const marks = page.getByRole('button', { name: /^Select (Up & away|Refused)$/ });
    for (const mark of await marks.all()) await mark.click();
    const tray = page.getByRole('region', { name: 'Selection' });
    await tray.getByText('3 selected').waitFor();
    await tray.getByRole('link', { name: 'Compare' }).waitFor();

    const { name, files } = await saved(page, tray.getByRole('button', { name: 'Download the pictures of 3 generations as a ZIP file' }));
    assert.equal(name, 'thumbnails.zip');
    const expected = [...boat.thumbnails, ...kite.thumbnails].map(({ sizeBytes, width, height }) => [sizeBytes, width, height]);
    assert.deepEqual(files.map((/** @type {any[]} */ [, ...facts]) => facts), expected);
    assert.deepEqual(files.map((/** @type {any[]} */ [file]) => file), ['Up & away.png', 'Up & away (2).png', 'Up & away-2.png']);

    await tray.getByRole('button', { name: 'Delete 3 generations' }).click();
    const question = page.getByRole('dialog', { name: 'Delete 3 generations?' });
    await question.getByText('all pictures of the 3 generations are deleted for ever').waitFor();
    await question.getByRole('button', { name: 'Keep' }).click();
    await tray.getByText('3 selected').waitFor();
    await tray.getByRole('button', { name: 'Delete 3 generations' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('3 generations are deleted.').waitFor();
    await page.getByRole('list', { name: '1 generation' }).waitFor();
    assert.equal(await tray.count(), 0);
    const { generations } = await call(apiKey, 'list_generations');
    assert.deepEqual(generations.map((/** @type {any} */ { title }) => title), ['Stays']);
  });
});

test('all pictures of a generation are saved from one of them', async () => {
  const { apiKey } = await organization();
  const { generationId, thumbnails } = await made(apiKey, { prompt: 'A kite over the dunes', title: 'Up', count: 3 });
  await withPage(browser(), { key: apiKey, at: `#/look/${generationId}` }, async (page) => {
    const { name, files } = await saved(page, page.getByRole('button', { name: 'Download all 3 as ZIP' }));
    assert.equal(name, 'Up.zip');
    assert.deepEqual(files, thumbnails.map((/** @type {any} */ { sizeBytes }, /** @type {number} */ at) => [at ? `Up-${at + 1}.png` : 'Up.png', sizeBytes, 1280, 720]));
  });
});

test('what could not be deleted stays selected, and the reason is told', async () => {
  const { apiKey } = await organization();
  const generations = [];
  for (const title of ['Gone', 'Up', 'Down']) generations.push(await made(apiKey, { prompt: 'A kite over the dunes', title }));
  const path = (/** @type {number} */ at) => `/api/v1/generations/${generations[at].generationId}`;
  await withPage(browser(), { key: apiKey, at: '#/look', expected: /status of (404|503)/ }, async (page) => {
    for (const title of ['Gone', 'Up', 'Down']) await page.getByRole('button', { name: `Select ${title}` }).click();
    // The first one is deleted elsewhere in the meantime, and the service fails for the last one.
    await fetch(`${BASE}${path(0)}`, { method: 'DELETE', headers: { Authorization: `Bearer ${apiKey}` } });
    await page.route(`**${path(2)}`, (route) => route.fulfill({ status: 503, json: { success: false, error: 'Try again in a moment.', code: 'SERVICE_UNAVAILABLE' } }));
    await page.getByRole('button', { name: 'Delete 3 generations' }).click();
    const question = page.getByRole('dialog');
    await question.getByRole('button', { name: 'Delete' }).click();
    await question.getByRole('alert').getByText('Try again in a moment.').waitFor();
    await question.getByRole('button', { name: 'Keep' }).click();
    await page.getByRole('region', { name: 'Selection' }).getByText('1 selected').waitFor();
    await page.getByRole('list', { name: '1 generation' }).waitFor();
    await page.getByRole('button', { name: 'Select Down', pressed: true }).waitFor();
  });
});
