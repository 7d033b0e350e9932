import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logo } from './logo.mjs';
import { call, drop, organization, useBrowser, visit, withPage } from './support.mjs';

const browser = useBrowser();

/**
 * Drops a picture of noise, which no format makes smaller.
 * @param {import('playwright-core').Page} page
 * @param {number} width
 * @param {number} height
 * @returns {Promise<number>} The size of the file in bytes.
 */
const dropNoise = (page, width, height) =>
  page.evaluate(
    async ([width, height]) => {
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d');
      const noise = context.createImageData(width, height);
      for (let at = 0; at < noise.data.length; at += 65_536) crypto.getRandomValues(noise.data.subarray(at, at + 65_536));
      // Without transparency the browser keeps the colours.
      for (let at = 3; at < noise.data.length; at += 4) noise.data[at] = 255;
      context.putImageData(noise, 0, 0);
      const data = new DataTransfer();
      data.items.add(new File([await canvas.convertToBlob()], 'photo.png', { type: 'image/png' }));
      document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
      return data.files[0].size;
    },
    [width, height],
  );

/** The files that the page posts to the bucket. @param {import('playwright-core').Page} page */
function posts(page) {
  /** @type {string[]} */
  const found = [];
  page.on('request', (request) => request.method() === 'POST' && request.url().startsWith(String(process.env.AWS_ENDPOINT_URL)) && found.push(request.url()));
  return found;
}

test('images are added by drop, paste and address, found, and deleted after a question', async () => {
  const { apiKey } = await organization();
  await withPage(browser(), { key: apiKey, at: '#/collections/images' }, async (page) => {
    const tile = (/** @type {string} */ name) => page.locator('.tile', { hasText: name });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await drop(page.locator('.drop'), { name: 'dropped.png', type: 'image/png', content: logo() });
    await tile('dropped').waitFor();

    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.locator('.drop').waitFor();
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], 'pasted.png', { type: 'image/png' }));
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    }, logo().toString('base64'));
    await tile('pasted').waitFor();

    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByLabel('Address of a picture').fill(`${process.env.OUTSIDE_URL}/logo.png`);
    await page.keyboard.press('Enter');
    await tile('logo').waitFor();
    await page.getByTitle('Balance').getByText('49.85').waitFor();

    await page.getByRole('searchbox').fill('PASTED');
    await tile('dropped').waitFor({ state: 'detached' });
    await tile('pasted').click();
    await page.getByRole('dialog').getByText('64 × 64').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Keep' }).click();
    assert.equal((await call(apiKey, 'list_images')).images.length, 3);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete this image?' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing is found').waitFor();
    assert.equal((await call(apiKey, 'list_images')).images.length, 2);
  });
});

test('a picture that the service refuses is told with the reason', async () => {
  const { apiKey } = await organization();
  await withPage(browser(), { key: apiKey, at: '#/collections/images', expected: /status of 400/ }, async (page) => {
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByLabel('Address of a picture').fill('http://10.0.0.7/logo.png');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('imageUrl').waitFor();
    await drop(page.locator('.drop'), { name: 'no.tiff', type: 'image/tiff', content: Buffer.from('II*') });
    await page.getByText('This file is not a picture that the browser can read.').waitFor();
  });
});

test('inspirations show their colours, and the library is there', async () => {
  const { apiKey } = await organization();
  await withPage(browser(), { key: apiKey, at: '#/collections/inspirations' }, async (page) => {
    await page.getByText('No inspiration yet').waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await drop(page.locator('.drop'), { name: 'mood.png', type: 'image/png', content: logo() });
    await page.locator('.tile', { hasText: 'mood' }).getByRole('img', { name: /^Colours: #/ }).waitFor();
    await visit(page, '#/collections/library');
    assert.ok((await page.locator('.tile').count()) >= 12);
  });
});

test('a person is added with photos', async () => {
  const { apiKey } = await organization();
  await withPage(browser(), { key: apiKey, at: '#/collections/persons' }, async (page) => {
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByLabel('Name').fill('Ada');
    await drop(page.locator('.drop'), { name: 'face.png', type: 'image/png', content: logo() });
    await page.locator('.chip', { hasText: 'face' }).waitFor();
    const posted = posts(page);
    await dropNoise(page, 800, 800);
    await page.locator('.chip', { hasText: 'photo' }).waitFor();
    await page.getByRole('button', { name: 'Add the person' }).click();
    await page.getByText('Ada is added.').waitFor();
    const { persons } = await call(apiKey, 'list_persons');
    assert.deepEqual([persons[0].name, persons[0].photos.length, posted.length], ['Ada', 2, 1]);
  });
});

test('a photo of up to 10 MB is posted to the bucket as it is, and a larger one is made smaller first', async () => {
  const { apiKey } = await organization();
  await withPage(browser(), { key: apiKey }, async (page) => {
    const posted = posts(page);
    const newest = async () => (await call(apiKey, 'list_images')).images[0];
    const chips = page.locator('.chip', { hasText: 'photo' });
    const size = await dropNoise(page, 1500, 1300);
    assert.ok(size > 5_000_000 && size < 10_000_000, `${size} bytes`);
    await chips.waitFor();
    const { name, width, height } = await newest();
    assert.deepEqual([name, width, height], ['photo', 1500, 1300]);

    assert.ok((await dropNoise(page, 2600, 1800)) > 10_000_000);
    await chips.nth(1).waitFor();
    assert.ok((await newest()).width >= 1024);
    assert.equal(posted.length, 2);
  });
});

test('where the bucket refuses a photo, a smaller version is sent in the request', async () => {
  const { apiKey } = await organization();
  await withPage(browser(), { key: apiKey, expected: /ERR_FAILED/ }, async (page) => {
    const posted = posts(page);
    await page.route(`${process.env.AWS_ENDPOINT_URL}/**`, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
    await dropNoise(page, 1500, 1300);
    await page.locator('.chip', { hasText: 'photo' }).waitFor();
    assert.equal(posted.length, 1);
    const { images } = await call(apiKey, 'list_images');
    assert.ok(images[0].width >= 512, `${images[0].width}`);
  });
});

test('a small logo is sent in the request itself', async () => {
  const { apiKey } = await organization();
  await withPage(browser(), { key: apiKey }, async (page) => {
    const posted = posts(page);
    await drop(page.locator('.drop'), { name: 'logo.png', type: 'image/png', content: logo() });
    await page.locator('.chip', { hasText: 'logo' }).waitFor();
    assert.deepEqual(posted, []);
  });
});
