import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { BASE, call, organization, settled, useBrowser, visit, withPage } from './support.mjs';

const browser = useBrowser();
const run = promisify(execFile);

test('every operation of the API has a form', async () => {
  const { apiKey } = await organization();
  const document = await (await fetch(`${BASE}/openapi.json`)).json();
  const ids = Object.values(document.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId)).filter(Boolean);
  await withPage(browser(), { key: apiKey, at: '#/developers' }, async (page) => {
    const listed = await page.getByRole('navigation', { name: 'Operations' }).getByRole('link').allTextContents();
    assert.deepEqual([...listed].sort(), [...ids].sort());
    for (const id of ids) {
      await visit(page, `#/developers/operations/${id}`);
      const operation = Object.values(document.paths).flatMap((methods) => Object.values(methods)).find((one) => one.operationId === id);
      const reference = operation.requestBody?.content['application/json'].schema.$ref;
      const properties = reference ? Object.keys(document.components.schemas[reference.split('/').pop()].properties ?? {}) : [];
      for (const name of properties) assert.equal(await page.getByLabel(name, { exact: true }).count(), 1, `${id}: ${name}`);
    }
  });
});

test('a call is made from its form, priced, answered and shown as code that works', async () => {
  const { apiKey } = await organization();
  await withPage(browser(), { key: apiKey, at: '#/developers/operations/create_person', expected: /status of 400/ }, async (page) => {
    await page.getByRole('button', { name: 'Call' }).click();
    await page.locator('.field.wrong', { hasText: 'name' }).waitFor();
    const name = `O'Brien "x" $HOME \\ 木`;
    await page.getByLabel('name', { exact: true }).fill(name);
    const code = async (/** @type {string} */ language) => {
      await page.getByRole('radio', { name: language }).check();
      return (await page.getByLabel('The call as code').textContent()) ?? '';
    };
    const [curl, python, typescript] = [await code('curl'), await code('Python'), await code('TypeScript')];
    for (const text of [curl, python, typescript]) assert.ok(!text.includes(apiKey));
    const environment = { env: { ...process.env, API_KEY: apiKey } };
    const { stdout } = await run('bash', ['-c', `uuidgen() { echo once; }; ${curl.replace('curl', 'curl -s')}`], environment);
    assert.equal(JSON.parse(stdout).data.name, name);
    await writeFile('sample.mjs', typescript);
    await run(process.execPath, ['sample.mjs'], environment);
    await writeFile('sample.py', python);
    await run('python3', ['-m', 'py_compile', 'sample.py']);
    assert.equal((await call(apiKey, 'list_persons')).persons.length, 2);

    await page.getByRole('button', { name: 'Call' }).click();
    await page.getByLabel('The answer').getByText('"success": true').waitFor();
    await visit(page, '#/developers/operations/generate_thumbnail');
    await page.getByLabel('prompt', { exact: true }).fill('A kite');
    await page.getByLabel('count', { exact: true }).fill('3');
    await page.getByLabel('enhancePrompt', { exact: true }).selectOption('true');
    await page.getByRole('button', { name: 'Price' }).click();
    await page.getByText('This call costs 3.1 thumbnails.').waitFor();
  });
});

test('webhooks are created, tested, replayed, rotated and deleted', async () => {
  const { apiKey } = await organization();
  await withPage(browser(), { key: apiKey, at: '#/developers/webhooks' }, async (page) => {
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByLabel('Address').fill(`${process.env.OUTSIDE_URL}/hooks`);
    await page.getByLabel('generation.ended').check();
    await page.getByRole('button', { name: 'Create' }).click();
    const secret = page.getByRole('dialog', { name: 'The secret' });
    const first = await secret.getByText(/^whsec_/).textContent();
    await secret.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByText('The receiver answered with status 204.').waitFor();
    await page.getByRole('button', { name: 'Deliveries' }).click();
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('cell', { name: '204, 204' }).waitFor();
    await page.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('button', { name: 'Replace' }).click();
    const second = await secret.getByText(/^whsec_/).textContent();
    assert.notEqual(first, second);
    await secret.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No webhook yet').waitFor();
  });
});

test('the requests of the tab are listed with their ids and errors', async () => {
  const { apiKey } = await organization();
  await withPage(browser(), { key: apiKey, expected: /status of 404/ }, async (page) => {
    await visit(page, `#/look/gen_${'0'.repeat(32)}`);
    await settled(page);
    await visit(page, '#/developers/requests');
    const row = page.getByRole('row', { name: /get_generation_status/ });
    await row.getByText('NOT_FOUND').waitFor();
    await row.getByText(/^req_[0-9a-f]{32}$/).waitFor();
    assert.ok(!(await page.content()).includes(apiKey));
  });
});

test('a sample has exactly the headers and the body of its call', async () => {
  const { curl, python } = await import('./web/developers/samples.js');
  const made = curl({ method: 'GET', url: 'https://api.example/health', body: undefined, isIdempotent: false });
  assert.equal(made, `curl -X GET 'https://api.example/health' \\\n  -H "Authorization: Bearer $API_KEY"`);
  const sample = python({ method: 'POST', url: 'u', body: { a: [true, null], b: {} }, isIdempotent: false });
  assert.ok(sample.includes('"a": [\n            True,\n            None,\n        ],\n        "b": {},'), sample);
});
