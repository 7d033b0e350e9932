// What takes long because the service waits. These tests run beside the others.
import { test } from 'node:test';
import { operate, organization, useBrowser, withPage } from './support.mjs';

const browser = useBrowser();
const UNAUTHORIZED = /status of 401/;

test('a key that is revoked signs its tab out and says why', { timeout: 60_000 }, async () => {
  const { apiKey, keyId } = await organization();
  await withPage(browser(), { key: apiKey, expected: UNAUTHORIZED }, async (page) => {
    await operate('key', 'revoke', keyId);
    // Functions keep a key for at most 20 seconds.
    for (let turn = 0; turn < 30 && (await page.getByLabel('API key').count()) === 0; turn += 1) {
      await page.evaluate((hash) => (location.hash = hash), turn % 2 ? '#/balance' : '#/look');
      await page.waitForTimeout(1000);
    }
    await page.getByText('This key has been revoked.').waitFor();
  });
});

test('reads that the rate limit refuses go on in the next minute', { timeout: 180_000 }, async () => {
  const { apiKey } = await organization({ plan: 'free' });
  await withPage(browser(), { key: apiKey, expected: /status of 429/ }, async (page) => {
    const refused = page.getByText(/requests of this minute are used up/);
    const read = page.getByText('No image yet');
    for (;;) {
      for (let turn = 0; turn < 14; turn += 1) await page.evaluate(() => fetch('/api/v1/tools/get_credits', { method: 'POST', headers: { Authorization: `Bearer ${sessionStorage.getItem('key')}` } }));
      await page.evaluate(() => (location.hash = '#/collections/images'));
      await refused.or(read).first().waitFor();
      if (await refused.count()) break;
      // The next minute began before the page asked.
      await page.evaluate(() => (location.hash = '#/balance'));
      await read.waitFor({ state: 'detached' });
    }
    await read.waitFor({ timeout: 65_000 });
  });
});
