// What the first view weighs, and how its files are served.
import assert from 'node:assert/strict';
import { get } from 'node:http';
import { test } from 'node:test';
import { BASE, organization, useBrowser, withPage } from './support.mjs';

const browser = useBrowser();
const MOST_BYTES = 60_000;
const MOST_SCRIPT_MS = 100;
const VIEWS = 3;

/** Opens the first view in a new context, and measures its own files, their bytes over the wire and its script. @param {string} apiKey */
async function firstView(apiKey) {
  const context = await browser().newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Performance.enable');
  let bytes = 0;
  /** @type {Set<string>} */
  const ours = new Set();
  devtools.on('Network.responseReceived', ({ requestId, response }) => new URL(response.url).pathname.startsWith('/console') && ours.add(requestId));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (ours.has(requestId)) bytes += encodedDataLength;
  });
  await page.goto(`${BASE}/console#key=${apiKey}`);
  await page.getByLabel('Describe the thumbnail').waitFor();
  await page.waitForLoadState('networkidle');
  const { metrics } = await devtools.send('Performance.getMetrics');
  await context.close();
  const script = 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Infinity);
  return { files: ours.size, bytes, script };
}

test('the first view takes less than 60 kB and 100 ms of script', async () => {
  const { apiKey } = await organization();
  const views = [];
  for (let turn = 0; turn < VIEWS; turn += 1) views.push(await firstView(apiKey));
  for (const { files, bytes, script } of views) {
    console.log(`${files} files, ${bytes} bytes over the wire, ${script.toFixed(0)} ms of script`);
    assert.ok(files > 10 && bytes > 1000);
    assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
  }
  // Other programs may have the processors for a moment, so the quickest view counts.
  const script = Math.min(...views.map(({ script }) => script));
  assert.ok(script < MOST_SCRIPT_MS, `${script} ms`);
});

/** @param {string} path @param {Record<string, string>} [headers] @returns {Promise<import('node:http').IncomingMessage>} */
const ask = (path, headers = {}) => new Promise((resolve, reject) => get(BASE + path, { headers }, (response) => resolve(response.resume())).on('error', reject));

test('the page is asked for again, its files are kept for ever, and both have tags', async () => {
  const page = await fetch(`${BASE}/console`);
  assert.equal(page.headers.get('cache-control'), 'no-cache');
  const text = await page.text();
  for (const path of ['/console', ...[...text.matchAll(/"(\/console\/[^"]+)"/g)].map(([, path]) => path ?? '')]) {
    const first = await ask(path, { 'accept-encoding': 'gzip' });
    assert.equal(first.statusCode, 200, path);
    assert.equal(first.headers['content-encoding'], 'gzip');
    assert.equal(first.headers['x-content-type-options'], 'nosniff');
    if (path !== '/console') assert.match(first.headers['cache-control'] ?? '', /max-age=31536000, immutable/);
    const again = await ask(path, { 'accept-encoding': 'gzip', 'if-none-match': first.headers.etag ?? '' });
    assert.equal(again.statusCode, 304, path);
  }
});

test('the root is the page for a browser and an error for programs', async () => {
  const browserHeaders = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  assert.equal((await ask('/', browserHeaders)).headers['content-type'], 'text/html; charset=utf-8');
  for (const accept of ['*/*', 'application/json']) {
    const plain = await ask('/', { accept });
    assert.deepEqual([plain.statusCode, plain.headers['content-type']], [404, 'application/json']);
  }
});

test('the page may use no device and no payment, but the clipboard', async () => {
  await withPage(browser(), {}, async (page) => {
    const allowed = await page.evaluate(() => {
      const { featurePolicy } = /** @type {{ featurePolicy: { allowedFeatures: () => string[] } }} */ (/** @type {unknown} */ (document));
      return featurePolicy.allowedFeatures();
    });
    assert.ok(allowed.includes('clipboard-write'), String(allowed));
    for (const device of ['camera', 'microphone', 'geolocation', 'payment', 'usb']) assert.ok(!allowed.includes(device), device);
  });
});

test('the policy permits nothing unsafe and no other host than the bucket', async () => {
  const policy = (await ask('/console')).headers['content-security-policy'] ?? '';
  assert.ok(!policy.includes('unsafe') && policy.startsWith("default-src 'none'"), String(policy));
  const hosts = String(policy).match(/https?:\/\/[^\s;]+/g) ?? [];
  assert.deepEqual([...new Set(hosts)], [process.env.AWS_ENDPOINT_URL]);
  const { apiKey } = await organization();
  await withPage(browser(), { key: apiKey, expected: /Content Security Policy|Refused|TrustedScript|a request to example.com/ }, async (page) => {
    const refused = await page.evaluate(async () => {
      const violated = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => violated.push(effectiveDirective));
      const script = document.createElement('script');
      try {
        script.textContent = 'window.attacked = 1';
      } catch {
        violated.push('trusted types');
      }
      await fetch('https://example.com').catch(() => {});
      const image = new Image();
      image.src = 'https://example.com/x.png';
      await new Promise((resolve) => setTimeout(resolve, 200));
      return violated;
    });
    for (const directive of ['connect-src', 'img-src', 'trusted types']) assert.ok(refused.includes(directive), `${directive}: ${refused}`);
  });
});
