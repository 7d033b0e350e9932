import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { call, made, operate, organization, useBrowser, withPage } from './support.mjs';

const browser = useBrowser();

test('the balance, its use and its history are shown, and saved as CSV', async () => {
  const { apiKey, organizationId } = await organization({ balance: 10 });
  await made(apiKey, { prompt: 'A kite', count: 2 });
  await operate('credits', 'grant', '--org', organizationId, '--amount', '5', '--note', '=HYPERLINK("x"), "quoted"');
  await call(apiKey, 'upload_image', { imageUrl: `${process.env.OUTSIDE_URL}/logo.png` });
  await withPage(browser(), { key: apiKey, at: '#/balance' }, async (page) => {
    await page.locator('.figure', { hasText: '12.95' }).waitFor();
    await page.getByText('2.05 thumbnails in the last 30 days').waitFor();
    assert.deepEqual(await page.locator('.legend li').allTextContents(), ['Generate thumbnail 2', 'Upload image 0.05']);
    const amounts = await page.locator('tbody td:nth-child(4)').allTextContents();
    assert.deepEqual(amounts, ['−0.05', '+5', '−2', '+10']);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download CSV' }).click()]);
    assert.match(download.suggestedFilename(), /^balance-\d{4}-\d\d-\d\d\.csv$/);
    const rows = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    assert.equal(rows.length, 5);
    assert.equal(rows[0], 'createdAt,type,tool,description,amount,balanceAfter,generationId,transactionId');
    // A spreadsheet must not take the operator's note for a formula.
    assert.ok(rows.some((row) => row.includes(`"'=HYPERLINK(""x""), ""quoted"""`)), rows.join('\n'));
    assert.match(rows[3] ?? '', /,charge,generate_thumbnail,.*,-2,8,gen_/);
  });
});
