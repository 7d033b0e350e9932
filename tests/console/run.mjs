// Starts the local runner and what it calls, then runs the tests in the browser.
//
// node run.mjs RUNNER TGCTL [FILTER]: the programs to start, and a part of the names of test files.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startOutside } from './outside.mjs';

const START_SECONDS = 60;
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
const runner = spawn(runnerPath, ['--port', '0', '--aws-port', '0', '--data-dir', join(work, 'data')], {
  env: { ...process.env, MODELS: JSON.stringify(models), SOURCE_ALLOW_HOSTS: outside.host, LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let printed = '';
runner.stdout.on('data', (data) => (printed += data));
// Without the runner the tests fail, and everything ends.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => runner.kill('SIGTERM'));
const ended = new Promise((resolve) => runner.on('exit', resolve));

async function link() {
  for (let turn = 0; turn < START_SECONDS * 10; turn += 1) {
    const found = /http\S+\/console#key=\S+/.exec(printed);
    if (found) return found[0];
    if (runner.exitCode !== null) throw new Error('the runner has ended');
    await sleep(100);
  }
  throw new Error(`the runner has not started within ${START_SECONDS} s`);
}

async function main() {
  const signedIn = await link();
  const { awsEndpointUrl, baseUrl } = JSON.parse(readFileSync(join(work, 'data', 'local.json'), 'utf8'));
  const files = readdirSync('.').filter((name) => name.endsWith('.test.mjs') && name.includes(filter));
  const env = { ...process.env, AWS_ENDPOINT_URL: awsEndpointUrl, BASE_URL: baseUrl, CONSOLE_LINK: signedIn, OUTSIDE_URL: outside.url, TGCTL: tgctl };
  /** Runs these files one after the other. @param {string[]} files @returns {Promise<number>} */
  const run = (files) =>
    new Promise((resolve) => {
      if (files.length === 0) resolve(0);
      else spawn(process.execPath, ['--test', '--test-concurrency=1', `--test-timeout=${TEST_MS}`, '--test-reporter=spec', ...files], { env, stdio: 'inherit' }).on('exit', (code) => resolve(code ?? 1));
    });
  const isPatient = (/** @type {string} */ name) => name === PATIENT;
  const codes = await Promise.all([run(files.filter(isPatient)), run(files.filter((name) => !isPatient(name)))]);
  return Math.max(...codes);
}

try {
  process.exitCode = await main();
} finally {
  runner.kill('SIGTERM');
  await ended;
  outside.close();
  rmSync(work, { recursive: true, force: true });
}
