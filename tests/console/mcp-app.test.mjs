// The MCP App in a host made of the official bridge, which shows the app in a sandbox on another origin.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { startHost } from './mcp-host.mjs';
import { BASE, call, made, organization, useBrowser, watch } from './support.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const browser = useBrowser();
const CAN = { openLinks: {}, serverTools: {}, updateModelContext: { text: {} }, logging: {} };
/** The MCP client first asks for a stream, and the service has none. */
const NO_STREAM = /status of 405/;
const TITLE = '<b onclick=alert(1)>NEVER</b>';
/** @type {Awaited<ReturnType<typeof startHost>>} */
let pages;
before(async () => {
  pages = await startHost();
});
after(() => pages.close());

/**
 * Shows the app for the result of a tool.
 * @param {{ key: string, tool: string, input: object, can?: object, context?: object, width?: number }} options
 * @param {(app: import('playwright-core').FrameLocator, page: import('playwright-core').Page, told: any) => Promise<void>} use
 */
async function withApp({ key, tool, input, can = CAN, context = { theme: 'light' }, width = 768 }, use) {
  const opened = await browser().newContext({ viewport: { width, height: 900 } });
  opened.setDefaultTimeout(60_000);
  const page = await opened.newPage();
  const { hostUrl, sandboxUrl } = pages;
  const problems = watch(page, key, NO_STREAM, [hostUrl, sandboxUrl]);
  try {
    await page.goto(hostUrl);
    await page.waitForFunction(() => 'host' in window);
    const options = { mcp: `${BASE}/mcp`, key, sandbox: sandboxUrl, tool, input, capabilities: can, context };
    const told = await page.evaluate((options) => /** @type {any} */ (window).host.show(options), options);
    const app = page.frameLocator('iframe').frameLocator('iframe');
    await use(app, page, told);
    assert.deepEqual(problems, []);
  } catch (error) {
    await page.screenshot({ path: `failed-${Date.now()}.png`, fullPage: true }).catch(() => {});
    throw problems.length ? new Error(problems.join('\n'), { cause: error }) : error;
  } finally {
    await opened.close();
  }
}

/** Checks that axe finds nothing to mend in the app. @param {import('playwright-core').Page} page */
async function accessible(page) {
  const frame = page.frames().at(-1);
  await frame?.evaluate(AXE);
  const violations = await frame?.evaluate(async () => (await /** @type {any} */ (window).axe.run(document, { resultTypes: ['violations'] })).violations);
  assert.deepEqual(violations.map((/** @type {any} */ { id, nodes }) => `${id}: ${nodes.map((/** @type {any} */ node) => node.html).slice(0, 3).join(' ')}`), []);
}

/** The requests of the app to the host. @param {import('playwright-core').Page} page */
const seen = (page) => page.evaluate(() => /** @type {any} */ (window).host.seen);
/** @param {import('playwright-core').Page} page @param {object} context */
const change = (page, context) => page.evaluate((context) => /** @type {any} */ (window).host.bridge.setHostContext(context), context);
/** @param {import('playwright-core').FrameLocator} app @param {number} count */
const pictures = async (app, count) => {
  await app.locator('.result.completed img').nth(count - 1).waitFor();
  const areShown = () => app.locator('.result img').evaluateAll((all) => all.every((image) => /** @type {HTMLImageElement} */ (image).naturalWidth > 0));
  for (let turn = 0; turn < 50 && !(await areShown()); turn += 1) await new Promise((resolve) => setTimeout(resolve, 100));
  assert.ok(await areShown(), 'a picture is not shown');
};

test('the app shows thumbnails as they come, in a sandbox, and tells its size', async () => {
  const { apiKey } = await organization();
  const input = { prompt: 'A lighthouse in a storm <script>alert(1)</script>', title: TITLE, count: 3 };
  await withApp({ key: apiKey, tool: 'generate_thumbnail', input }, async (app, page, told) => {
    assert.equal(told.mimeType, 'text/html;profile=mcp-app');
    assert.deepEqual(told.csp.resourceDomains, [process.env.AWS_ENDPOINT_URL]);
    await pictures(app, 3);
    // HTML is shown as text.
    assert.equal(await app.getByRole('heading', { level: 1 }).textContent(), TITLE);
    assert.equal(await app.locator('h1 b').count(), 0);
    await app.getByText('3 of 3 done').waitFor();
    const height = await app.locator('body').evaluate((body) => Math.ceil(body.getBoundingClientRect().height));
    assert.equal((await seen(page)).sizes.at(-1), height);
    // In a narrower frame the pictures are below each other, and the app asks for more height.
    await page.setViewportSize({ width: 400, height: 900 });
    await page.waitForFunction((before) => /** @type {any} */ (window).host.seen.sizes.at(-1) > before, height);
    assert.equal(await app.locator('html').evaluate(() => document.documentElement.scrollHeight <= innerHeight), true);
    // The app is on no origin, so it can reach neither the host nor storage.
    assert.equal(await app.locator('html').evaluate(() => origin), 'null');
  });
});

test('the app follows light, dark and the colours of its host', async () => {
  const { apiKey } = await organization();
  const { generationId } = await made(apiKey, { prompt: 'A calm lake', title: 'CALM' });
  await withApp({ key: apiKey, tool: 'get_generation_status', input: { generationId } }, async (app, page) => {
    await pictures(app, 1);
    const background = () => app.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
    const light = await background();
    await accessible(page);
    await change(page, { theme: 'dark' });
    await app.locator('html[data-theme=dark]').waitFor();
    assert.notEqual(await background(), light);
    await accessible(page);
    const names = ['background-primary', 'background-secondary', 'text-primary', 'text-secondary', 'border-primary'];
    const variables = Object.fromEntries(names.map((name) => [`--color-${name}`, name.startsWith('background') ? 'rgb(1, 2, 3)' : 'rgb(250, 250, 250)']));
    await change(page, { theme: 'dark', styles: { variables } });
    await app.locator('html[style*="rgb(1, 2, 3)"]').waitFor();
    assert.equal(await background(), 'rgb(1, 2, 3)');
  });
});

test('one press makes one variation through the host, and the agent is told of it', async () => {
  const { apiKey } = await organization({ balance: 10 });
  const { generationId } = await made(apiKey, { prompt: 'A calm lake', title: 'CALM' });
  await withApp({ key: apiKey, tool: 'get_generation_status', input: { generationId } }, async (app, page) => {
    await app.getByRole('button', { name: 'Vary thumbnail 1' }).click();
    await app.getByText('Costs 1 thumbnail, 9 left').waitFor();
    await accessible(page);
    await app.getByLabel('What shall change?').fill('title: NEVER AGAIN');
    await app.getByRole('button', { name: 'Make' }).click();
    await app.getByRole('heading', { name: 'NEVER AGAIN' }).waitFor();
    await pictures(app, 2);
    const { called, told } = await seen(page);
    const variation = called.find((/** @type {any} */ { name }) => name === 'generate_variation');
    assert.match(variation._meta.idempotencyKey, /^app-[0-9a-f]{32}$/);
    assert.match(told[0].text, /gen_[0-9a-f]{32}/);
    assert.equal((await call(apiKey, 'get_credits')).balance, 8);
  });
});

test('chosen thumbnails are compared blurred, and in place among pictures of the library', async () => {
  const { apiKey } = await organization();
  const { generationId } = await made(apiKey, { prompt: 'A volcano', title: 'HOT', count: 2 });
  const context = { theme: 'light', displayMode: 'inline', availableDisplayModes: ['inline', 'fullscreen'] };
  await withApp({ key: apiKey, tool: 'get_generation_status', input: { generationId }, context }, async (app, page) => {
    await app.getByRole('button', { name: 'Compare thumbnail 1' }).click();
    await app.getByRole('button', { name: 'Compare thumbnail 2' }).click();
    await app.getByRole('button', { name: 'In place' }).click();
    await app.getByRole('heading', { name: 'Home page' }).waitFor();
    assert.equal(await app.locator('.scene.home').count(), 4);
    await app.locator('.scene.home .video:not(.own) img').first().waitFor();
    await app.getByRole('button', { name: 'Blur and grey' }).click();
    assert.equal(await app.locator('.blur-row').first().locator('figure').count(), 2);
    await app.getByRole('button', { name: 'Full screen' }).click();
    await app.getByRole('button', { name: 'Back to the conversation' }).waitFor();
    assert.deepEqual((await seen(page)).modes, ['fullscreen']);
  });
});

test('a download goes through the host: as a file if the host can save files, else as a link', async () => {
  const { apiKey } = await organization();
  const { generationId, thumbnails } = await made(apiKey, { prompt: 'A volcano', title: 'HOT' });
  const asked = { key: apiKey, tool: 'get_generation_status', input: { generationId } };
  const { pathname } = new URL(thumbnails[0].url);
  await withApp(asked, async (app, page) => {
    await app.getByRole('button', { name: 'Download thumbnail 1' }).click();
    await page.waitForFunction(() => /** @type {any} */ (window).host.seen.opened.length === 1);
    assert.equal(new URL((await seen(page)).opened[0]).pathname, pathname);
  });
  await withApp({ ...asked, can: { ...CAN, downloadFile: {} } }, async (app, page) => {
    await app.getByRole('button', { name: 'Download thumbnail 1' }).click();
    await page.waitForFunction(() => /** @type {any} */ (window).host.seen.saved.length === 1);
    const [{ type, uri, name }] = (await seen(page)).saved;
    assert.deepEqual([type, new URL(uri).pathname], ['resource_link', pathname]);
    assert.match(name, /\.(png|jpe?g|webp)$/);
  });
});

test('the app shows a refusal, offers no variation if the host has no tools, and fits into a narrow frame', async () => {
  const { apiKey } = await organization({ balance: 1 });
  await withApp({ key: apiKey, tool: 'generate_thumbnail', input: { prompt: 'Too many', count: 5 } }, async (app) => {
    await app.getByText('The balance is too small').waitFor();
  });
  const { generationId } = await made(apiKey, { prompt: 'A volcano', title: 'HOT' });
  await withApp({ key: apiKey, tool: 'get_generation_status', input: { generationId }, can: {}, width: 320 }, async (app, page) => {
    await pictures(app, 1);
    assert.equal(await app.getByRole('button', { name: 'Vary thumbnail 1' }).count(), 0);
    await app.getByRole('button', { name: /^Look at/ }).click();
    await app.getByRole('region', { name: 'Checks' }).waitFor();
    assert.equal(await app.locator('html').evaluate((root) => root.scrollWidth > root.clientWidth), false, 'it can be scrolled sideways');
    await accessible(page);
  });
});
