import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { call, made, organization, overflow, settled, useBrowser, views, visit, withPage } from './support.mjs';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const browser = useBrowser();
const WIDTHS = [320, 768, 900, 1280, 2560];

/** An organization with something in every view. */
async function furnished() {
  const { apiKey } = await organization();
  const generation = await made(apiKey, { prompt: 'رحلة إلى القمر', title: 'إلى القمر', count: 2, metadata: { video: 'קוד <b>' } });
  const [first] = generation.thumbnails;
  await call(apiKey, 'create_inspiration', { thumbnailId: first.thumbnailId, name: 'Blue' });
  await call(apiKey, 'create_person', { name: 'מרים' });
  await call(apiKey, 'upload_image', { imageUrl: `${process.env.OUTSIDE_URL}/logo.png` });
  return { apiKey, generation };
}

for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  test(`axe finds nothing to mend in any view, ${colorScheme}`, { timeout: 300_000 }, async () => {
    const { apiKey, generation } = await furnished();
    const check = async (/** @type {import('playwright-core').Page} */ page, /** @type {string} */ name) => {
      const violations = await page.evaluate(async () => (await /** @type {any} */ (window).axe.run(document, { resultTypes: ['violations'] })).violations);
      const told = violations.map((/** @type {any} */ { id, nodes }) => `${name}: ${id}: ${nodes.map((/** @type {any} */ node) => node.html).slice(0, 3).join(' ')}`);
      assert.deepEqual(told, []);
    };
    // The contrast of controls that are pointed at or have the focus, one of each look.
    const point = async (/** @type {import('playwright-core').Page} */ page, /** @type {string} */ name) => {
      const looks = new Set();
      for (const control of await page.locator('main :is(button, .button):visible:enabled').all()) {
        const look = await control.evaluate((element) => `${element.className} ${element.getAttribute('aria-pressed')}`);
        if (looks.has(look)) continue;
        looks.add(look);
        for (const act of [() => control.hover(), () => control.focus()]) {
          await act();
          // Colours change within a moment.
          await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState !== 'running'));
          const told = await control.evaluate(async (element) => {
            const { violations } = await /** @type {any} */ (window).axe.run(element, { runOnly: ['color-contrast'] });
            return violations.map((/** @type {any} */ { nodes }) => nodes[0].failureSummary);
          });
          assert.deepEqual(told, [], `${name}: ${look}`);
        }
      }
    };
    // The policy of the page refuses the script of axe. Everywhere else the policy holds.
    await withPage(browser(), { context: { colorScheme, bypassCSP: true } }, async (page) => {
      await page.addScriptTag({ path: AXE });
      await page.getByLabel('API key').waitFor();
      await check(page, 'sign in');
    });
    await withPage(browser(), { key: apiKey, context: { colorScheme, bypassCSP: true } }, async (page) => {
      await page.addScriptTag({ path: AXE });
      for (const [name, at] of Object.entries(views(generation))) {
        await visit(page, at);
        await check(page, name);
        await point(page, name);
      }
      await visit(page, views(generation).edit);
      await page.getByLabel('What to change').fill('make the title larger; put it on the moon');
      await page.getByRole('button', { name: 'Yellow' }).click();
      await page.getByText('did not understand').waitFor();
      await check(page, 'changes');
      await point(page, 'changes');
      await visit(page, views(generation).vary);
      await page.getByText('In other languages').click();
      await page.getByText('Model, size and seed').click();
      await page.getByLabel('Titles, one a line').fill('כותרת');
      await check(page, 'languages');
      await point(page, 'languages');
      await visit(page, '#/collections/images');
      await page.getByRole('button', { name: 'Add', exact: true }).first().click();
      await point(page, 'adding');
      await visit(page, '#/make');
      await page.getByText('Model, size and seed').click();
      await page.getByRole('button', { name: 'Inspirations' }).click();
      await settled(page);
      await check(page, 'picker');
      await page.keyboard.press('Escape');
      await visit(page, '#/collections/persons');
      await page.getByRole('button', { name: 'מרים' }).click();
      await page.getByRole('button', { name: 'Delete' }).click();
      await check(page, 'question');
    });
  });
}

test('every view fits every width', { timeout: 120_000 }, async () => {
  const { apiKey, generation } = await furnished();
  await withPage(browser(), { key: apiKey, context: { reducedMotion: 'reduce' } }, async (page) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      for (const [name, at] of Object.entries(views(generation))) {
        await visit(page, at);
        assert.equal(await overflow(page), 0, `${name} at ${width}`);
      }
    }
  });
});

test('texts from right to left are set so', async () => {
  const { apiKey, generation } = await furnished();
  await withPage(browser(), { key: apiKey, at: `#/look/${generation.generationId}/0` }, async (page) => {
    const direction = (/** @type {import('playwright-core').Locator} */ text) => text.evaluate((element) => getComputedStyle(element).direction);
    assert.equal(await direction(page.getByRole('heading', { level: 1 })), 'rtl');
    await visit(page, '#/make');
    await page.getByLabel('Describe the thumbnail').fill('רכבת לילה');
    assert.equal(await direction(page.getByLabel('Describe the thumbnail')), 'rtl');
  });
});

test('without motion nothing moves', async () => {
  const { apiKey } = await organization();
  await withPage(browser(), { key: apiKey, context: { reducedMotion: 'reduce' } }, async (page) => {
    const seconds = await page.evaluate(() => {
      const spinner = document.createElement('span');
      spinner.className = 'spinner';
      document.body.append(spinner);
      const { animationDuration, animationIterationCount } = getComputedStyle(spinner);
      return [animationDuration, animationIterationCount];
    });
    assert.deepEqual(seconds, ['1e-05s', '1']);
  });
});

test('the keyboard alone signs in, makes a thumbnail, looks at it and compares it', async () => {
  const { apiKey } = await organization();
  await withPage(browser(), {}, async (page) => {
    const focused = () => page.evaluate(() => (document.activeElement === document.body ? '' : document.activeElement?.getAttribute('aria-label') || document.activeElement?.textContent || document.activeElement?.id || '').trim());
    /** Presses Tab until an element with this name has the focus. @param {RegExp} name */
    const tabTo = async (name) => {
      for (let turn = 0; turn < 60; turn += 1) {
        if (name.test(await focused())) {
          const isSeen = await page.evaluate(() => document.activeElement?.matches(':focus-visible'));
          assert.ok(isSeen, `the focus on ${name} is not seen`);
          return;
        }
        await page.keyboard.press('Tab');
      }
      assert.fail(`no Tab leads to ${name}; the focus is on ${await focused()}`);
    };
    await tabTo(/^key$/);
    await page.keyboard.type(apiKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Make' }).waitFor();
    await tabTo(/^Skip to the content/);
    await page.keyboard.press('Enter');
    await tabTo(/^prompt$/);
    await page.keyboard.type('A lighthouse in a storm');
    await tabTo(/^Inspirations$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await settled(page);
    await tabTo(/^Camera roll/);
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await focused(), 'Inspirations');
    await page.locator('.chip', { hasText: 'Camera roll' }).waitFor();
    await tabTo(/^Make the thumbnail/);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /^Look at Thumbnail 1/ }).waitFor();
    await tabTo(/^Look at Thumbnail 1/);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Checks' }).waitFor();
    await tabTo(/^In place/);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Television' }).waitFor();
    await visit(page, '#/look');
    await tabTo(/^Select A lighthouse/);
    await page.keyboard.press('Space');
    await page.getByText('1 selected').waitFor();
  });
});
