import assert from 'node:assert/strict';
import { test } from 'node:test';
import { made, organization, useBrowser, watch, withPage } from './support.mjs';

const browser = useBrowser();
const UNAUTHORIZED = /status of 401/;

test('the link that the runner prints opens the console signed in and leaves the address', async () => {
  const link = process.env.CONSOLE_LINK ?? '';
  const key = link.split('#key=')[1] ?? '';
  const context = await browser().newContext();
  const page = await context.newPage();
  const problems = watch(page, key);
  await page.goto(link);
  await page.getByRole('heading', { name: 'Make' }).waitFor();
  assert.ok(!page.url().includes('tgs_'), page.url());
  await page.getByText('100').first().waitFor();
  // The history has no entry with the key either.
  await page.goBack();
  assert.equal(page.url(), 'about:blank');
  assert.deepEqual(problems, []);
  await context.close();
});

test('the link works in a tab that shows the console already, also for another organization', async () => {
  const { apiKey: first } = await organization({ name: 'First' });
  const { apiKey: second } = await organization({ name: 'Second' });
  await withPage(browser(), {}, async (page) => {
    await page.getByLabel('API key').waitFor();
    for (const [name, key] of [['First', first], ['Second', second]]) {
      // Only the fragment changes, so the browser does not load the page again.
      await page.evaluate((key) => (location.hash = `#key=${key}`), key);
      await page.getByTitle(`Balance of ${name}`).waitFor();
      assert.equal(new URL(page.url()).hash, '#/make');
      if (name === 'First') await page.getByLabel('Describe the thumbnail').fill('A secret');
    }
    assert.equal(await page.getByLabel('Describe the thumbnail').inputValue(), '');
  });
});

test('a key that is typed signs in, stays after a reload, and is forgotten by signing out', async () => {
  const { apiKey } = await organization({ name: 'Bread & Sons', balance: 7 });
  await withPage(browser(), {}, async (page) => {
    await page.getByLabel('API key').fill(` ${apiKey} `);
    await page.keyboard.press('Enter');
    await page.getByTitle('Balance').getByText('7').waitFor();
    await page.getByText('enterprise').waitFor();
    await page.getByTitle('Balance of Bread & Sons').getByText('Bread & Sons').waitFor();
    await page.reload();
    await page.getByTitle('Balance').getByText('7').waitFor();
    assert.equal(await page.evaluate(() => sessionStorage.getItem('key')), apiKey);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('This tab has forgotten the key').waitFor();
    assert.equal(await page.evaluate(() => JSON.stringify(sessionStorage)), '{}');
    await page.reload();
    await page.getByLabel('API key').waitFor();
  });
});

test('another key sees nothing of the key before it', async () => {
  const [first, second] = await Promise.all([organization(), organization()]);
  await made(first.apiKey, { prompt: 'A secret launch' });
  await withPage(browser(), { key: first.apiKey }, async (page) => {
    await page.getByLabel('Describe the thumbnail').fill('A secret draft');
    await page.getByRole('link', { name: 'Look', exact: true }).click();
    await page.getByRole('button', { name: 'Select A secret launch' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').fill(second.apiKey);
    await page.keyboard.press('Enter');
    await page.getByText('Nothing to look at yet').waitFor();
    assert.equal(await page.getByRole('region', { name: 'Selection' }).count(), 0);
    await page.getByRole('link', { name: 'Make', exact: true }).click();
    assert.equal(await page.getByLabel('Describe the thumbnail').inputValue(), '');
  });
});

test('a key that is malformed or unknown is refused with the reason', async () => {
  await withPage(browser(), { expected: UNAUTHORIZED }, async (page) => {
    await page.getByLabel('API key').fill('tgs_short');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('A key begins with tgs_').waitFor();
    await page.getByLabel('API key').fill(`tgs_${'a'.repeat(43)}`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The service does not know this key.').waitFor();
    assert.equal(await page.evaluate(() => sessionStorage.length), 0);
  });
});

test('a key shows only what it may do', async () => {
  const { apiKey } = await organization({ scopes: 'images' });
  await withPage(browser(), { key: apiKey, at: '#/collections', expected: /status of 403/ }, async (page) => {
    assert.equal(await page.getByTitle('Balance').count(), 0);
    assert.deepEqual(await page.getByRole('navigation', { name: 'Collections' }).getByRole('link').allTextContents(), ['Images']);
    await page.getByRole('link', { name: 'Make' }).click();
    await page.getByLabel('Describe the thumbnail').fill('A kite');
    assert.ok(await page.getByRole('button', { name: 'Make the thumbnail' }).isDisabled());
  });
});

test('two tabs have a key each', async () => {
  const [first, second] = await Promise.all([organization({ balance: 11 }), organization({ balance: 22 })]);
  await withPage(browser(), { key: first.apiKey }, async (page) => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByLabel('API key').fill(second.apiKey);
    await other.keyboard.press('Enter');
    await other.getByTitle('Balance').getByText('22').waitFor();
    await other.getByRole('button', { name: 'Sign out' }).click();
    await page.reload();
    await page.getByTitle('Balance').getByText('11').waitFor();
  });
});
