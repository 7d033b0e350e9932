import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OUTSIDE, call, made, organization, useBrowser, visit, withPage } from './support.mjs';

const browser = useBrowser();

test('a generation is deleted after a question, and is gone from the gallery and the comparison', async () => {
  const { apiKey } = await organization();
  await made(apiKey, { prompt: 'A kite over the dunes', title: '<b>Up</b>', count: 2 });
  await made(apiKey, { prompt: 'A boat', title: 'Down' });
  await withPage(browser(), { key: apiKey, at: '#/look' }, async (page) => {
    await page.getByRole('list', { name: '2 generations' }).waitFor();
    await page.getByRole('button', { name: 'Select <b>Up</b>' }).click();
    await page.getByRole('link', { name: '<b>Up</b>' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Delete this generation?' });
    await question.getByText('all of its 2 thumbnails are deleted for ever').waitFor();
    await question.getByRole('button', { name: 'Keep' }).click();
    await question.waitFor({ state: 'detached' });
    assert.equal((await call(apiKey, 'list_generations')).generations.length, 2);

    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('<b>Up</b> is deleted.').waitFor();
    await page.getByRole('list', { name: '1 generation' }).waitFor();
    assert.equal(await page.getByRole('region', { name: 'Selection' }).count(), 0);
    const { generations } = await call(apiKey, 'list_generations');
    assert.deepEqual(generations.map((/** @type {any} */ { title }) => title), ['Down']);
  });
});

test('a generation that has not ended offers no deletion, and one that failed does', async () => {
  const { apiKey } = await organization();
  const { generationId } = await call(apiKey, 'generate_thumbnail', { prompt: 'Drawn until released', model: 'distant' });
  await withPage(browser(), { key: apiKey, expected: /status of 404/ }, async (page) => {
    // The page waits for the end of the generation, so its network is not idle.
    await page.evaluate((id) => (location.hash = `#/look/${id}`), generationId);
    const button = page.getByRole('button', { name: 'Delete' });
    await page.getByText('This thumbnail is not finished yet.').waitFor();
    assert.equal(await button.count(), 0);
    await fetch(`${OUTSIDE}/release`);
    await button.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing to look at yet').waitFor();
    await visit(page, `#/look/${generationId}`);
    await page.getByRole('alert').getByText('Not found').waitFor();
  });
});
