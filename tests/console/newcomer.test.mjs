// What somebody does who has never seen the service: from its start to a downloaded thumbnail with an own logo.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { logo } from './logo.mjs';
import { startRunner } from './runner.mjs';
import { decoded, useBrowser, watch } from './support.mjs';

const browser = useBrowser();
const MOST_SECONDS = 60;
const MOST_CLICKS = 4;
/** How long a person takes for a letter, in milliseconds. */
const LETTER_MS = 80;

test('a newcomer has a thumbnail with an own logo within a minute', { timeout: 120_000 }, async () => {
  const began = Date.now();
  const seconds = () => ((Date.now() - began) / 1000).toFixed(1);
  // The runner of this test has settings of its own.
  const { AWS_ENDPOINT_URL: _, ...environment } = process.env;
  const runner = await startRunner(process.env.RUNNER ?? '', ['--ephemeral'], environment);
  const steps = [`started after ${seconds()} s`];
  const context = await browser().newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    // The pictures come from the runner's own bucket.
    const problems = watch(page, runner.link.split('#key=')[1] ?? '', /a request to 127\.0\.0\.1/);
    let clicks = 0;
    const click = (/** @type {import('playwright-core').Locator} */ target) => {
      clicks += 1;
      return target.click();
    };
    await page.goto(runner.link);
    await click(page.getByLabel('Describe the thumbnail'));
    steps.push(`signed in after ${seconds()} s`);
    await page.keyboard.type('Two espresso machines side by side on a marble counter', { delay: LETTER_MS });
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), click(page.getByRole('button', { name: /logo/ }))]);
    await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo() });
    await page.locator('.chip', { hasText: 'logo' }).waitFor();
    await click(page.getByRole('button', { name: 'Make the thumbnail' }));
    const link = page.getByRole('link', { name: 'Download thumbnail 1' });
    await link.waitFor();
    steps.push(`made after ${seconds()} s`);
    assert.ok(await link.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight), 'the download is out of sight');
    const [download] = await Promise.all([page.waitForEvent('download'), click(link)]);
    const picture = await decoded(page, await readFile(await download.path()));
    console.log(`newcomer: ${steps.join(', ')}, downloaded after ${seconds()} s and ${clicks} clicks`);
    assert.ok(Number(seconds()) < MOST_SECONDS, `${seconds()} s`);
    assert.ok(clicks <= MOST_CLICKS, `${clicks} clicks`);
    assert.deepEqual([picture.width, picture.height], [1280, 720]);
    assert.ok(picture.green > 500, `the logo covers ${picture.green} pixels`);
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
    await runner.end();
  }
});
