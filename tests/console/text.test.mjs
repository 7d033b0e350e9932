// Texts of callers, in every field of every view: they are shown as text and never become markup.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, made, organization, settled, useBrowser, views, visit, withPage } from './support.mjs';

const browser = useBrowser();
const HTML = `<img src=x onerror="window.attacked=1"><script>window.attacked=1</script><b id="attack">bold</b>`;

test('HTML in names, prompts, titles, metadata and descriptions is shown as text in every view', { timeout: 120_000 }, async () => {
  const name = HTML.slice(0, 100);
  const { apiKey: key } = await organization({ name });
  const imageUrl = `${process.env.OUTSIDE_URL}/logo.png`;
  const generation = await made(key, { prompt: HTML, title: name, count: 2, metadata: { video: HTML }, enhancePrompt: true });
  await call(key, 'upload_image', { imageUrl, name });
  await call(key, 'create_inspiration', { imageUrl, name, description: HTML, category: name.slice(0, 50) });
  await call(key, 'create_person', { name, imageUrls: [imageUrl] });
  await fetch(`${process.env.BASE_URL}/api/v1/webhooks`, { method: 'POST', headers: { Authorization: `Bearer ${key}` }, body: JSON.stringify({ url: `${process.env.OUTSIDE_URL}/${encodeURIComponent(HTML)}`, description: HTML }) });
  await withPage(browser(), { key, expected: /status of 4\d\d/ }, async (page) => {
    const check = async (/** @type {string} */ where) => {
      const found = await page.evaluate(() => [document.querySelectorAll('#attack, img[src="x"], main script').length, 'attacked' in window]);
      assert.deepEqual(found, [0, false], where);
    };
    for (const [view, at] of Object.entries(views(generation))) {
      await visit(page, at);
      await check(view);
    }
    await visit(page, `#/look/${generation.generationId}/0`);
    await page.getByRole('heading', { name }).waitFor();
    await page.getByText(HTML, { exact: true }).first().waitFor();
    for (const kind of ['images', 'inspirations', 'persons']) {
      await visit(page, `#/collections/${kind}`);
      await page.locator('.tile').first().click();
      await page.getByRole('dialog').getByRole('heading', { name }).waitFor();
      await check(`${kind}, one`);
      await page.getByRole('button', { name: 'Delete' }).click();
      await check(`${kind}, question`);
      await page.getByRole('button', { name: 'Keep' }).click();
    }
    await visit(page, `#/look?search=${encodeURIComponent(HTML)}`);
    await check('search');
    await visit(page, `#/make/${encodeURIComponent(HTML)}`);
    await check('an id in the address');
    await visit(page, '#/make');
    await page.getByLabel('Describe the thumbnail').fill(HTML);
    await page.getByLabel('Words on the picture').fill(name);
    for (const kind of ['Images', 'Inspirations', 'Persons']) {
      await page.getByRole('button', { name: kind, exact: true }).click();
      await settled(page);
      await check(`picker of ${kind}`);
      await page.keyboard.press('Escape');
    }
    await visit(page, '#/developers/operations/get_image');
    await page.getByLabel('imageId').fill(HTML);
    await page.getByRole('button', { name: 'Call' }).click();
    await page.getByText('NOT_FOUND').first().waitFor();
    await check('an answer');
    await visit(page, '#/developers/requests');
    await check('requests');
  });
});
