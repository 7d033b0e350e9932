// The form for a change of a picture: what it understands while the user types, and its buttons.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { BASE, call, made, organization, overflow, settled, useBrowser, visit, withPage } from './support.mjs';
import { PARTS, afterPress } from './web/make/orders.js';

const browser = useBrowser();
/** The refusal of a quote whose words are not understood. */
const REFUSED = /status of 400/;

/** @type {string} */
let apiKey;
/** Has a title and a logo. @type {any} */
let original;
before(async () => {
  ({ apiKey } = await organization());
  const { imageId } = await call(apiKey, 'upload_image', { imageUrl: `${process.env.OUTSIDE_URL}/logo.png`, name: 'Our logo' });
  original = await made(apiKey, { prompt: 'a cat on a roof', title: 'Why cats win', seed: 5, imageIds: [imageId] });
});

/** The quote of a change. @param {string} newPrompt @returns {Promise<any>} */
async function quote(newPrompt) {
  const body = JSON.stringify({ thumbnailId: original.thumbnails[0].thumbnailId, newPrompt });
  const response = await fetch(`${BASE}/api/v1/quotes/generate_variation`, { method: 'POST', headers: { Authorization: `Bearer ${apiKey}` }, body });
  const { success, data, error } = await response.json();
  assert.ok(success, `${newPrompt}: ${error}`);
  return data;
}

/** Opens the form for a change of the original. @param {(page: import('playwright-core').Page) => Promise<void>} use @param {object} [options] */
const withForm = (use, options = {}) => withPage(browser(), { key: apiKey, at: `#/make?edit=${original.generationId}.0`, expected: REFUSED, ...options }, use);

/** @param {import('playwright-core').Page} page */
const field = (page) => page.getByLabel('What to change');
/** @param {import('playwright-core').Page} page */
const understood = (page) => page.getByRole('status', { name: 'What was understood' });
/** A button in one of the rows. @param {import('playwright-core').Page} page @param {string} row @param {string} name */
const button = (page, row, name) => page.getByRole('group', { name: row }).getByRole('button', { name, exact: true });
/** The chips, once there are as many. @param {import('playwright-core').Page} page @param {number} count */
async function chips(page, count) {
  await understood(page).getByRole('listitem').nth(count - 1).waitFor();
  return (await understood(page).getByRole('listitem').allTextContents()).map((text) => text.replace(/\s+/g, ' '));
}

test('the service understands the order of each button, alone and below a title', async () => {
  for (const { part, rows } of PARTS) {
    for (const { title, orders } of rows) {
      for (const { order, meaning } of orders) {
        const change = { ...meaning, target: null };
        const alone = await quote(order);
        assert.deepEqual([alone.notes, alone.changes], [[], [change]], `${part}, ${title}: ${order}`);
        const below = await quote(afterPress('title: NEVER AGAIN', { label: '', order, kind: '', meaning }));
        assert.deepEqual([below.notes, below.changes], [[], [{ part: 'title', change: 'text', value: 'NEVER AGAIN', target: null }, change]], `title: ${order}`);
      }
    }
  }
});

test('the service understands orders of all kinds together', async () => {
  const orders = PARTS.flatMap(({ rows }) => rows.flatMap(({ orders }) => orders));
  const text = orders.reduce(afterPress, '');
  const kept = orders.filter(({ kind }, at) => orders.findLastIndex((other) => other.kind === kind) === at);
  const { notes, changes } = await quote(text);
  assert.deepEqual([notes, changes], [[], kept.map(({ meaning }) => ({ ...meaning, target: null }))]);
});

test('what is understood is shown while the user types, and what is not', async () => {
  await withForm(async (page) => {
    await field(page).pressSequentially('replace the cat with a lion; make the title yellow and larger', { delay: 20 });
    assert.deepEqual(await chips(page, 3), ['Subject “cat” → lion', 'Title: yellow', 'Title: larger']);
    assert.equal(await understood(page).locator('.colour').evaluate((dot) => getComputedStyle(dot).backgroundColor), 'rgb(250, 204, 21)');
    await page.getByText('1 thumbnail of', { exact: false }).waitFor();

    await field(page).fill('logo: top left\nwithout the arrow\nput it on the moon\ntitle colour: #123456');
    await understood(page).getByText('The composer did not understand “put it on the moon”.').waitFor();
    assert.deepEqual(await chips(page, 3), ['Logo: top left', 'Arrow: removed', 'Title: #123456']);
    // The note is told once.
    assert.equal(await page.getByText('did not understand').count(), 1);

    await field(page).fill('more pizzazz');
    await understood(page).getByText('This is not understood: “more pizzazz”').waitFor();
    assert.equal(await understood(page).getByRole('listitem').count(), 0);
    await page.getByRole('button', { name: 'Change the picture' }).click();
    await settled(page);
    assert.equal(await page.getByText('not understood').count(), 1);
    await field(page).fill('make it green');
    assert.deepEqual(await chips(page, 1), ['Background: green']);
    assert.equal(await page.getByText('not understood').count(), 0);
  });
});

test('what is understood fits a narrow page, with texts from right to left', async () => {
  await withForm(
    async (page) => {
      await field(page).fill(`title: “إلى القمر ${'و'.repeat(40)}”\nreplace the cat with a lion`);
      await chips(page, 2);
      assert.equal(await overflow(page), 0);
      for (const { title } of PARTS) {
        await page.getByRole('radio', { name: title, exact: true }).check();
        assert.equal(await overflow(page), 0, title);
      }
    },
    { context: { viewport: { width: 320, height: 700 } } },
  );
});

test('a button writes its order, replaces others of its kind, and takes it away again', async () => {
  await withForm(async (page) => {
    const text = () => field(page).inputValue();
    const pressed = (/** @type {string} */ row, /** @type {string} */ name) => button(page, row, name).getAttribute('aria-pressed');
    await field(page).fill('another layout');
    await button(page, 'Title: colour', 'Yellow').click();
    assert.equal(await text(), 'another layout\nMake the title yellow.');
    assert.equal(await pressed('Title: colour', 'Yellow'), 'true');
    assert.deepEqual(await chips(page, 2), ['Layout: another one', 'Title: yellow']);
    await button(page, 'Title: size', 'Larger').click();
    await button(page, 'Title: colour', 'Red').click();
    assert.equal(await text(), 'another layout\nMake the title larger.\nMake the title red.');
    assert.deepEqual([await pressed('Title: colour', 'Yellow'), await pressed('Title: colour', 'Red')], ['false', 'true']);
    await button(page, 'Title: colour', 'Red').click();
    await button(page, 'Title: size', 'Larger').click();
    assert.equal(await text(), 'another layout');

    await page.getByRole('radio', { name: 'Background', exact: true }).check();
    await button(page, 'Background: dark', 'Dark blue').click();
    await button(page, 'Background: scene', 'Beach').click();
    await page.getByRole('radio', { name: 'Logo', exact: true }).check();
    await button(page, 'Logo: corner', 'Top left').click();
    await button(page, 'Logo: corner', 'No logo').click();
    await page.getByRole('radio', { name: 'Ornaments', exact: true }).check();
    await button(page, 'Ornaments: add', 'Arrow').click();
    await button(page, 'Ornaments: remove', 'Arrow').click();
    await button(page, 'Ornaments: add', 'Frame').click();
    assert.equal(await text(), 'another layout\nChange the background to a beach.\nRemove the logo.\nRemove the arrow.\nAdd a frame.');

    // A line that the user has changed is the user's.
    await field(page).fill('Add a frame. And make it green');
    assert.equal(await pressed('Ornaments: add', 'Frame'), 'false');
    await button(page, 'Ornaments: add', 'Frame').click();
    assert.equal(await text(), 'Add a frame. And make it green\nAdd a frame.');
  });
});

test('buttons are offered only for what the picture has, and only where a picture is changed', async () => {
  const wordless = await made(apiKey, { prompt: 'a kite over the sea, no text' });
  await withForm(async (page) => {
    const parts = () => page.getByRole('radio').evaluateAll((all) => all.filter((/** @type {any} */ one) => one.name === 'part').map((/** @type {any} */ one) => one.value));
    await page.getByRole('radio', { name: 'Logo', exact: true }).waitFor();
    assert.deepEqual(await parts(), ['title', 'background', 'logo', 'ornament']);
    await visit(page, `#/make?edit=${wordless.generationId}.0`);
    await page.getByRole('group', { name: 'Background: colour' }).waitFor();
    assert.deepEqual(await parts(), ['background', 'ornament']);
    for (const at of [`#/make?vary=${original.generationId}.0`, '#/make']) {
      await visit(page, at);
      await page.getByLabel('Describe the thumbnail').waitFor();
      assert.deepEqual(await parts(), []);
    }
  });
});

test('a picture is changed by buttons, with the keyboard alone', async () => {
  await withForm(async (page) => {
    const focus = async (/** @type {import('playwright-core').Locator} */ target) => {
      for (let turn = 0; turn < 60 && !(await target.evaluate((element) => element === document.activeElement)); turn += 1) await page.keyboard.press('Tab');
      assert.ok(await target.evaluate((element) => element.matches(':focus-visible')));
    };
    await field(page).focus();
    await focus(button(page, 'Title: colour', 'Yellow'));
    await page.keyboard.press('Space');
    // The focus stays, so the next button is one step away.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await focus(button(page, 'Title: colour', 'Yellow'));
    await page.getByRole('radio', { name: 'Title', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await focus(button(page, 'Logo: corner', 'Bottom left'));
    await page.keyboard.press('Enter');
    assert.deepEqual(await chips(page, 2), ['Title: yellow', 'Logo: bottom left']);
    await focus(page.getByRole('button', { name: 'Change the picture' }));
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /^Look at Thumbnail 1/ }).waitFor();
  });
  const { generations } = await call(apiKey, 'list_generations');
  const changed = generations.find((/** @type {any} */ { prompt }) => prompt === 'Make the title yellow.\nMove the logo to the bottom left corner.');
  assert.deepEqual(changed.changes, [
    { part: 'title', change: 'colour', value: '#facc15', target: null },
    { part: 'logo', change: 'place', value: 'bottom-left', target: null },
  ]);
  assert.ok(changed.thumbnails[0].changedBoxes.length > 0);
});
