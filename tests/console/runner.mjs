// Starts the local runner, as its users do.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const START_SECONDS = 60;

/**
 * Starts the runner on free ports, and waits for the link to the console that it prints.
 * @param {string} program
 * @param {string[]} words Further words of the command.
 * @param {Record<string, string | undefined>} [environment]
 * @returns {Promise<{ link: string, end: () => Promise<unknown> }>}
 */
export async function startRunner(program, words, environment = process.env) {
  const runner = spawn(program, ['--port', '0', '--aws-port', '0', ...words], { env: { ...environment, LOG_LEVEL: 'warn' }, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  runner.stdout.on('data', (data) => (printed += data));
  const ended = new Promise((resolve) => runner.on('exit', resolve));
  const end = () => {
    runner.kill('SIGTERM');
    return ended;
  };
  // Without the runner the tests fail, and everything ends.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, end);
  for (let turn = 0; turn < START_SECONDS * 20; turn += 1) {
    const [link] = /http\S+\/console#key=\S+/.exec(printed) ?? [];
    if (link) return { link, end };
    if (runner.exitCode !== null) throw new Error('the runner has ended');
    await sleep(50);
  }
  await end();
  throw new Error(`the runner has not started within ${START_SECONDS} s`);
}
