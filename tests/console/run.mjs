// Starts the local runner and what it calls, then runs the tests in the browser.
//
// node run.mjs RUNNER TGCTL [FILTER]: the programs to start, and a part of the names of test files.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOutside } from './outside.mjs';
import { startRunner } from './runner.mjs';

const TEST_MS = 180_000;
/** The tests that mostly wait run beside the others. */
const PATIENT = 'waiting.test.mjs';
const [runnerPath, tgctl, filter = ''] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), 'console-'));
const outside = await startOutside();
const models = [
  { id: 'composer', provider: 'composer' },
  { id: 'distant', provider: 'openai', upstreamModel: 'flux', baseUrl: outside.url },
];

/** Runs these files one after the other. @param {string[]} files @param {Record<string, string | undefined>} env @returns {Promise<number>} */
const run = (files, env) =>
  new Promise((resolve) => {
    if (files.length === 0) resolve(0);
    else spawn(process.execPath, ['--test', '--test-concurrency=1', `--test-timeout=${TEST_MS}`, '--test-reporter=spec', ...files], { env, stdio: 'inherit' }).on('exit', (code) => resolve(code ?? 1));
  });

async function main() {
  const runner = await startRunner(runnerPath, ['--data-dir', join(work, 'data')], { ...process.env, MODELS: JSON.stringify(models), SOURCE_ALLOW_HOSTS: outside.host });
  try {
    const { awsEndpointUrl, baseUrl } = JSON.parse(readFileSync(join(work, 'data', 'local.json'), 'utf8'));
    const files = readdirSync('.').filter((name) => name.endsWith('.test.mjs') && name.includes(filter));
    const env = { ...process.env, AWS_ENDPOINT_URL: awsEndpointUrl, BASE_URL: baseUrl, CONSOLE_LINK: runner.link, OUTSIDE_URL: outside.url, RUNNER: runnerPath, TGCTL: tgctl };
    const isPatient = (/** @type {string} */ name) => name === PATIENT;
    return Math.max(...(await Promise.all([run(files.filter(isPatient), env), run(files.filter((name) => !isPatient(name)), env)])));
  } finally {
    await runner.end();
  }
}

try {
  process.exitCode = await main();
} finally {
  outside.close();
  rmSync(work, { recursive: true, force: true });
}
