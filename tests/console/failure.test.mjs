import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, made, operate, organization, settled, useBrowser, visit, withPage } from './support.mjs';

const browser = useBrowser();

test('a failure is told with its reason and its refund', async () => {
  const { apiKey } = await organization({ balance: 3 });
  await withPage(browser(), { key: apiKey }, async (page) => {
    await page.getByLabel('Describe the thumbnail').fill('Something that the vendor refuses');
    await page.getByText('Model, size and seed').click();
    await page.getByLabel('Model', { exact: true }).selectOption('distant');
    await page.getByRole('button', { name: 'Make the thumbnail' }).click();
    await page.getByText('Model refused', { exact: true }).waitFor();
    await page.getByText('This thumbnail was refunded.', { exact: true }).waitFor();
    await page.getByText('1 thumbnail refunded of 1').waitFor();
    await page.getByTitle('Balance').getByText('3', { exact: true }).waitFor();
  });
});

test('waiting thumbnails are cancelled and refunded', async () => {
  const { apiKey } = await organization({ balance: 12 });
  await withPage(browser(), { key: apiKey }, async (page) => {
    await page.getByLabel('Describe the thumbnail').fill('Draw this slowly');
    await page.getByLabel('How many').fill('10');
    await page.getByText('Model, size and seed').click();
    await page.getByLabel('Model', { exact: true }).selectOption('distant');
    await page.getByRole('button', { name: 'Make 10 thumbnails' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText(/cancelled, .* refunded\./).waitFor();
    await page.locator('.result.cancelled').first().waitFor();
  });
});

test('a balance of 0 is told before the press, and a grant is noticed', async () => {
  const { apiKey, organizationId } = await organization({ balance: 0 });
  await withPage(browser(), { key: apiKey }, async (page) => {
    await page.getByLabel('Describe the thumbnail').fill('A kite');
    await page.getByText('The balance is too small.').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Make the thumbnail' }).isDisabled());
    await operate('credits', 'grant', '--org', organizationId, '--amount', '2');
    // The button waits until it can be pressed.
    await page.getByRole('button', { name: 'Make the thumbnail' }).click();
    await page.getByRole('link', { name: /^Look at Thumbnail 1/ }).waitFor();
  });
});

test('a service that cannot be reached is told, and nothing that was entered is lost', async () => {
  const { apiKey } = await organization();
  await withPage(browser(), { key: apiKey, expected: /ERR_INTERNET_DISCONNECTED/ }, async (page) => {
    await page.getByLabel('Describe the thumbnail').fill('A kite');
    await page.getByText('1 thumbnail of 50 left').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Make the thumbnail' }).click();
    await page.getByRole('heading', { name: 'No connection' }).waitFor();
    await page.getByText('The service cannot be reached. Nothing is lost').waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Make the thumbnail' }).click();
    await page.getByRole('link', { name: /^Look at Thumbnail 1/ }).waitFor();
    assert.equal(await page.getByText('Nothing is lost').count(), 0);
    const { transactions } = await call(apiKey, 'get_credit_history');
    assert.equal(transactions.length, 2);
  });
});

test('signing in without a connection keeps the key of the tab', async () => {
  const { apiKey } = await organization();
  await withPage(browser(), { key: apiKey, expected: /ERR_FAILED|ERR_INTERNET_DISCONNECTED/ }, async (page) => {
    await page.route('**/api/v1/**', (route) => route.abort());
    await page.reload();
    await page.getByText('The service cannot be reached.').waitFor();
    await page.unroute('**/api/v1/**');
    await page.reload();
    await page.getByRole('heading', { name: 'Make' }).waitFor();
  });
});

test('a wrong value is told beside its field', async () => {
  const { apiKey } = await organization();
  await withPage(browser(), { key: apiKey, expected: /status of 400/ }, async (page) => {
    await page.getByLabel('Describe the thumbnail').fill('A kite');
    await page.getByText('Model, size and seed').click();
    await page.getByLabel('Seed', { exact: true }).fill('9999999999');
    await page.getByRole('button', { name: 'Make the thumbnail' }).click();
    await page.locator('.field.wrong', { hasText: 'Seed' }).waitFor();
  });
});

test('a link to what does not exist is told', async () => {
  const { apiKey } = await organization();
  const { generationId } = await made(apiKey, { prompt: 'A kite' });
  const unknown = generationId.replace(/.{6}$/, '000000');
  await withPage(browser(), { key: apiKey, expected: /status of 404/ }, async (page) => {
    await visit(page, `#/look/${unknown}`);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    await visit(page, '#/look/%FF/x?show=nothing');
    await settled(page);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
  });
});
