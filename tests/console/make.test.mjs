import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { logo } from './logo.mjs';
import { call, decoded, drop, made, organization, settled, useBrowser, visit, withPage } from './support.mjs';

const browser = useBrowser();
const LOGO = { name: 'Our <b>logo</b>.png', type: 'image/png', content: logo() };

test('a thumbnail is made of a prompt and a dropped logo, watched, looked at, varied, found and downloaded', async () => {
  const { apiKey } = await organization();
  await withPage(browser(), { key: apiKey }, async (page) => {
    await page.getByLabel('Describe the thumbnail').fill('Two espresso machines side by side');
    await page.getByLabel('Words on the picture').fill('Coffee WAR');
    await page.getByText('1 thumbnail of 50 left').waitFor();
    await drop(page.locator('.drop'), LOGO);
    await page.locator('.chip', { hasText: 'Our <b>logo</b>' }).waitFor();
    await page.getByText('1 thumbnail of 49.95 left').waitFor();

    const began = Date.now();
    await page.getByRole('button', { name: 'Make the thumbnail' }).click();
    const result = page.getByRole('link', { name: /^Look at Thumbnail 1/ });
    await result.waitFor();
    assert.ok(Date.now() - began < 20_000);
    await page.getByTitle('Balance').getByText('48.95').waitFor();
    // The price line has the new balance too.
    await page.getByText('1 thumbnail of 48.95 left').waitFor();

    await result.click();
    await page.getByRole('heading', { name: 'Coffee WAR' }).waitFor();
    await page.getByRole('region', { name: 'Checks' }).waitFor();
    await page.getByRole('link', { name: 'In place' }).click();
    await settled(page);
    for (const [scene, width] of [['Home page', 360], ['Search results', 360], ['Side bar', 168], ['Mobile feed', 360], ['Television', 320]]) {
      const own = page.getByRole('region', { name: String(scene), exact: true }).locator('.own .video-picture').first();
      const box = await own.boundingBox();
      assert.ok(Math.abs((box?.width ?? 0) - Number(width)) <= 2, `${scene}: ${box?.width}`);
      assert.equal(await own.getByText('12:34').count(), 1);
      assert.equal(await own.locator('.video-progress').count(), 1);
    }
    assert.equal(await page.locator('.scene.home.on-dark').count(), 1);
    assert.equal(await page.locator('.scene.home.on-light').count(), 1);

    await page.getByRole('link', { name: 'Picture', exact: true }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download' }).click()]);
    assert.equal(download.suggestedFilename(), 'Coffee WAR.png');
    const picture = await decoded(page, await readFile(await download.path()));
    assert.deepEqual([picture.width, picture.height], [1280, 720]);
    assert.ok(picture.green > 500, `the logo covers ${picture.green} pixels`);

    await page.getByRole('link', { name: 'Vary', exact: true }).click();
    await page.getByRole('heading', { name: 'Vary' }).waitFor();
    assert.equal(await page.getByLabel('Words on the picture').inputValue(), 'Coffee WAR');
    await page.getByRole('button', { name: 'Make the variation' }).click();
    await page.getByRole('link', { name: /^Look at Thumbnail 1/ }).waitFor();

    await visit(page, '#/look');
    await page.getByRole('searchbox').fill('espresso');
    await page.getByRole('list', { name: '2 generations' }).waitFor();
    await page.getByRole('searchbox').fill('nothing like this');
    await page.getByText('Nothing is found').waitFor();
    const { transactions } = await call(apiKey, 'get_credit_history');
    assert.deepEqual(transactions.map((/** @type {any} */ { amount }) => amount), [-1, -1, -0.05, 50]);
  });
});

test('what a call would not do is told before it is made', async () => {
  const { apiKey } = await organization({ balance: 1.5 });
  await withPage(browser(), { key: apiKey }, async (page) => {
    await page.getByLabel('Describe the thumbnail').fill('A kite');
    await page.getByLabel('Words on the picture').fill('GO ᏣᎳᎩ');
    await page.getByText('cannot print these characters of the title').waitFor();
    await page.getByLabel('Words on the picture').fill('GO');
    await page.getByText('cannot print these characters').waitFor({ state: 'detached' });
    const one = page.getByRole('button', { name: 'Make the thumbnail' });
    assert.ok(await one.isEnabled());
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByText('The balance is too small.').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Make 2 thumbnails' }).isDisabled());
    await page.getByRole('button', { name: 'Fewer' }).click();
    await page.getByText('The balance is too small.').waitFor({ state: 'detached' });
    assert.ok(await one.isEnabled());
  });
});

test('a picture is changed by words', async () => {
  const { apiKey } = await organization();
  const { generationId } = await call(apiKey, 'generate_thumbnail', { prompt: 'A kite', title: 'Fly' });
  await withPage(browser(), { key: apiKey, at: `#/look/${generationId}/0` }, async (page) => {
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByLabel('What to change').fill('title: LAND');
    assert.ok(await page.getByLabel('Wide 16:9').isChecked());
    await page.getByLabel('Tall 9:16').check();
    await page.getByRole('button', { name: 'Change the picture' }).click();
    await page.getByRole('heading', { name: 'LAND' }).waitFor();
    await page.getByRole('link', { name: /^Look at Thumbnail 1/ }).waitFor();
    const { generations } = await call(apiKey, 'list_generations');
    assert.deepEqual([generations[0].aspectRatio, generations[0].thumbnails[0].width], ['9:16', 720]);
  });
});

test('a thumbnail becomes an inspiration', async () => {
  const { apiKey } = await organization();
  const { generationId } = await made(apiKey, { prompt: 'A kite', title: 'Fly' });
  await withPage(browser(), { key: apiKey, at: `#/look/${generationId}/0` }, async (page) => {
    await page.getByRole('button', { name: 'Use as inspiration (0.1)' }).click();
    await page.getByText('Fly is an inspiration now.').waitFor();
    const { inspirations } = await call(apiKey, 'list_inspirations');
    assert.deepEqual(inspirations.map((/** @type {any} */ { name }) => name), ['Fly']);
  });
});

test('a drawn thumbnail begins a series', async () => {
  const { apiKey } = await organization();
  const { generationId } = await made(apiKey, { prompt: 'A kite', title: 'Fly', aspectRatio: '1:1' });
  await withPage(browser(), { key: apiKey, at: `#/look/${generationId}/0` }, async (page) => {
    await page.getByRole('button', { name: 'Use as a series (0.1)' }).click();
    await page.getByText('Thumbnails with Fly look like a series now.').waitFor();
    await page.getByRole('button', { name: 'Remove Fly' }).waitFor();
    assert.ok(await page.getByLabel('Square 1:1').isChecked());
    await page.getByLabel('Describe the thumbnail').fill('A glider over the hills');
    await page.getByRole('button', { name: /^Make/ }).click();
    await page.getByRole('link', { name: /^Look at Thumbnail 1/ }).waitFor();
    const { inspirations } = await call(apiKey, 'list_inspirations');
    const { generations } = await call(apiKey, 'list_generations');
    assert.deepEqual(inspirations.map((/** @type {any} */ { recipe }) => recipe), [true]);
    assert.deepEqual(generations[0].inspirationIds, [inspirations[0].inspirationId]);
    await page.getByRole('link', { name: 'Collections', exact: true }).click();
    await page.getByRole('link', { name: 'Inspirations', exact: true }).click();
    await page.getByRole('button', { name: 'Fly Series' }).click();
    await page.getByText('look like a series: they have').waitFor();
  });
});

test('what is entered stays while other views are shown, and back and forward lead through them', async () => {
  const { apiKey } = await organization();
  await withPage(browser(), { key: apiKey }, async (page) => {
    await page.getByLabel('Describe the thumbnail').fill('A draft');
    await page.getByRole('link', { name: 'Look', exact: true }).click();
    await page.getByText('Nothing to look at yet').waitFor();
    await page.getByRole('link', { name: 'Balance', exact: true }).click();
    await page.getByRole('heading', { name: 'Balance' }).waitFor();
    await page.goBack();
    await page.getByText('Nothing to look at yet').waitFor();
    await page.goBack();
    assert.equal(await page.getByLabel('Describe the thumbnail').inputValue(), 'A draft');
    await page.goForward();
    await page.getByText('Nothing to look at yet').waitFor();
  });
});

test('a press is one call: its key is fresh for each press', async () => {
  const { apiKey } = await organization();
  await withPage(browser(), { key: apiKey }, async (page) => {
    /** @type {string[]} */
    const keys = [];
    page.on('request', (request) => request.url().endsWith('/tools/generate_thumbnail') && keys.push(request.headers()['idempotency-key'] ?? ''));
    await page.getByLabel('Describe the thumbnail').fill('A kite');
    for (let press = 1; press <= 2; press += 1) {
      await page.getByRole('button', { name: 'Make the thumbnail' }).dblclick();
      await page.waitForFunction((count) => location.hash.split('/').length > 2 && performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/tools/generate_thumbnail')).length >= count, press);
      await settled(page);
    }
    assert.equal(new Set(keys).size, keys.length);
    assert.ok(keys.every((key) => /^console-[0-9a-f]{32}$/.test(key)), keys.join());
  });
});
