// Variations of one picture with its title in other languages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OUTSIDE, call, made, organization, useBrowser, withPage } from './support.mjs';

const browser = useBrowser();
const TITLES = ['Casi me caigo', 'كدت أسقط', '落ちかけた'];

/** Opens the form for titles. @param {import('playwright-core').Page} page */
async function open(page) {
  await page.getByText('In other languages').click();
  return page.getByLabel('Titles, one a line');
}

test('one press makes a variation for each title, with one painted picture', async () => {
  const painted = async () => Number(await (await fetch(`${OUTSIDE}/painted`)).text());
  const { apiKey } = await organization();
  const original = await made(apiKey, { prompt: 'A lighthouse at dusk', title: 'I almost fell', model: 'distant' });
  assert.deepEqual([original.status, original.lettering, await painted()], ['completed', 'composer', 1]);
  await withPage(browser(), { key: apiKey, at: `#/make?vary=${original.generationId}.0` }, async (page) => {
    const titles = await open(page);
    await titles.fill(`${TITLES.join('\n')}\n\n ${TITLES[0]} \n`);
    await page.getByText('3 thumbnails of 49 left').waitFor();
    await page.getByRole('button', { name: 'Make 3 variations' }).click();
    const list = page.getByRole('list', { name: 'Titles' });
    for (const title of TITLES) await list.getByRole('link', { name: title }).waitFor();
    await page.getByTitle('Balance').getByText('46', { exact: true }).waitFor();
    await list.getByRole('link', { name: String(TITLES[1]) }).click();
    await page.getByRole('heading', { name: TITLES[1] }).waitFor();
    await page.getByText('set by the composer').waitFor();
  });
  const { generations } = await call(apiKey, 'list_generations');
  assert.deepEqual(generations.map((/** @type {any} */ { title }) => title), [...TITLES].reverse().concat('I almost fell'));
  assert.equal(await painted(), 1);
});

test('titles that are too long, or too many for the balance, cannot be ordered', async () => {
  const { apiKey } = await organization({ balance: 2 });
  const { generationId } = await made(apiKey, { prompt: 'A kite', title: 'Fly' });
  await withPage(browser(), { key: apiKey, at: `#/make?vary=${generationId}.0` }, async (page) => {
    const titles = await open(page);
    const button = page.getByRole('button', { name: /^Make .* variations?$/ }).first();
    assert.ok(await button.isDisabled());
    await titles.fill('Vola');
    assert.ok(await button.isEnabled());
    await titles.fill(`Vola\n${'o'.repeat(101)}`);
    await page.getByText('A title has at most 100 characters.').waitFor();
    assert.ok(await button.isDisabled());
    await titles.fill('Vola\nVuela');
    await page.getByText('2 thumbnails of 1 left').waitFor();
    assert.ok(await button.isDisabled());
  });
});

test('the caller chooses who sets the words', async () => {
  const { apiKey } = await organization();
  await withPage(browser(), { key: apiKey, expected: /status of 400/ }, async (page) => {
    await page.getByLabel('Describe the thumbnail').fill('A lighthouse at dusk');
    await page.getByText('Model, size and seed').click();
    await page.getByLabel('Who sets the words').selectOption('model');
    await page.getByRole('button', { name: 'Make the thumbnail' }).click();
    await page.locator('.field.wrong', { hasText: 'Who sets the words' }).waitFor();
    await page.getByLabel('Model', { exact: true }).selectOption('distant');
    await page.getByRole('button', { name: 'Make the thumbnail' }).click();
    await page.getByRole('link', { name: /^Look at Thumbnail 1/ }).click();
    await page.getByText('painted by the model').waitFor();
  });
});
