// What the tests share: organizations, pages, and what must hold on every page.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before } from 'node:test';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';

const run = promisify(execFile);
export const BASE = process.env.BASE_URL ?? '';
export const OUTSIDE = process.env.OUTSIDE_URL ?? '';
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** Longer than everything that the composer does. */
const PATIENCE = 60_000;

/** Runs the operator's tool. @param {string[]} words @returns {Promise<any>} */
export async function operate(...words) {
  const { stdout } = await run(process.env.TGCTL ?? '', ['--json', ...words]);
  return JSON.parse(stdout);
}

/** An organization with a key. @param {{ name?: string, balance?: number, plan?: string, scopes?: string }} [options] */
export async function organization({ name = 'Console', balance = 50, plan = 'enterprise', scopes } = {}) {
  const { organizationId } = await operate('org', 'create', '--name', name, '--plan', plan, '--balance', String(balance));
  const { keyId, apiKey } = await operate('key', 'create', '--org', organizationId, ...(scopes ? ['--scopes', scopes] : []));
  return { organizationId, keyId, apiKey };
}

/** Calls a tool without the console. @param {string} key @param {string} tool @param {object} [body] @returns {Promise<any>} */
export async function call(key, tool, body = {}) {
  const response = await fetch(`${BASE}/api/v1/tools/${tool}`, { method: 'POST', headers: { Authorization: `Bearer ${key}` }, body: JSON.stringify(body) });
  const answer = await response.json();
  assert.ok(answer.success, JSON.stringify(answer));
  return answer.data;
}

/** Makes thumbnails without the console, and waits for them. @param {string} key @param {object} body */
export async function made(key, body) {
  const { generationId } = await call(key, 'generate_thumbnail', body);
  for (;;) {
    const generation = await call(key, 'get_generation_status', { generationId, waitSeconds: 20 });
    if (!['pending', 'processing'].includes(generation.status)) return generation;
  }
}

/** One browser for the tests of a file. */
export function useBrowser() {
  /** @type {import('playwright-core').Browser} */
  let browser;
  before(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  });
  after(() => browser.close());
  return () => browser;
}

/**
 * Opens a page in a context of its own, and checks at the end what must hold on every page: no error, no violation of
 * the policy, no request to another host, and the key in no URL and no storage but that of the tab.
 * @param {import('playwright-core').Browser} browser
 * @param {{ key?: string, context?: import('playwright-core').BrowserContextOptions, expected?: RegExp, at?: string }} options `expected` are errors that belong to the test.
 * @param {(page: import('playwright-core').Page) => Promise<void>} use
 */
export async function withPage(browser, { key = '', context: options = {}, expected, at = '' }, use) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const problems = watch(page, key, expected);
  try {
    await page.goto(`${BASE}/console${key ? `#key=${key}` : ''}`);
    if (key) await page.locator('.frame').waitFor();
    if (at) await visit(page, at);
    await use(page);
    if (key) await checkStorage(page, key);
    assert.deepEqual(problems, []);
  } catch (error) {
    await page.screenshot({ path: `failed-${Date.now()}.png` }).catch(() => {});
    if (problems.length) throw new Error(`${problems.join('\n')}`, { cause: error });
    throw error;
  } finally {
    await context.close();
  }
}

/**
 * Collects the page's errors, its requests to unknown servers, and requests with the key in their URL.
 * @param {import('playwright-core').Page} page
 * @param {string} key
 * @param {RegExp} [expected] Errors that belong to the test.
 * @param {string[]} [known] URLs of further servers that the page may reach.
 */
export function watch(page, key, expected, known = []) {
  /** @type {string[]} */
  const problems = [];
  const wrong = (/** @type {string} */ text) => expected?.test(text) || problems.push(text);
  const hosts = [BASE, process.env.AWS_ENDPOINT_URL ?? BASE, ...known].map((url) => new URL(url).host);
  page.on('pageerror', (error) => wrong(`error: ${error.stack}`));
  page.on('console', (message) => message.type() === 'error' && wrong(`console: ${message.text()}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && !hosts.includes(url.host)) wrong(`a request to ${url.host}`);
    if (key && request.url().includes(key)) wrong('the key is in the URL of a request');
  });
  return problems;
}

/** @param {import('playwright-core').Page} page @param {string} key */
async function checkStorage(page, key) {
  const kept = await page.evaluate(() => [location.href, document.cookie, JSON.stringify(localStorage), document.documentElement.outerHTML]);
  for (const text of kept) assert.ok(!text.includes(key), 'the key is in the address, a cookie, localStorage or the document');
  assert.deepEqual(await page.context().cookies(), []);
}

/** Shows a view. @param {import('playwright-core').Page} page @param {string} at Such as `#/look`. */
export async function visit(page, at) {
  await page.evaluate(async (hash) => {
    location.hash = hash;
    // The event, the rendering and its effects come later.
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, at);
  await settled(page);
}

/** Waits until nothing is loading. @param {import('playwright-core').Page} page */
export async function settled(page) {
  await page.waitForLoadState('networkidle');
  await page.locator('.loading').waitFor({ state: 'detached' });
}

/** Whether the page can be scrolled sideways. @param {import('playwright-core').Page} page */
export const overflow = (page) => page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth));

/** Drops a file. @param {import('playwright-core').Locator} target @param {{ name: string, type: string, content: Buffer }} file */
export async function drop(target, { name, type, content }) {
  const transfer = await target.page().evaluateHandle(
    ([name, type, text]) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(/** @type {string} */ (text)), (letter) => letter.charCodeAt(0));
      data.items.add(new File([bytes], /** @type {string} */ (name), { type }));
      return data;
    },
    [name, type, content.toString('base64')],
  );
  await target.dispatchEvent('drop', { dataTransfer: transfer });
}

/** The size of a picture, and how many of its pixels have the logo's green, as the browser decodes it. @param {import('playwright-core').Page} page @param {Buffer} file */
export const decoded = (page, file) =>
  page.evaluate(async (text) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let green = 0;
    for (let at = 0; at < data.length; at += 4) if (Math.abs(data[at] - 20) < 12 && Math.abs(data[at + 1] - 190) < 12 && Math.abs(data[at + 2] - 90) < 12) green += 1;
    return { width: bitmap.width, height: bitmap.height, green };
  }, file.toString('base64'));

/** The views, with something to see in each. @param {{ generationId: string }} generation */
export function views({ generationId }) {
  return {
    make: '#/make',
    'make, finished': `#/make/${generationId}`,
    vary: `#/make?vary=${generationId}.0`,
    edit: `#/make?edit=${generationId}.0`,
    gallery: '#/look',
    detail: `#/look/${generationId}/0`,
    'in place': `#/look/${generationId}/0?show=place`,
    blur: `#/look/${generationId}/0?show=blur`,
    compare: `#/look/compare?of=${generationId}.0,${generationId}.1`,
    images: '#/collections/images',
    inspirations: '#/collections/inspirations',
    library: '#/collections/library',
    persons: '#/collections/persons',
    balance: '#/balance',
    operations: '#/developers/operations/create_person',
    webhooks: '#/developers/webhooks',
    requests: '#/developers/requests',
  };
}
