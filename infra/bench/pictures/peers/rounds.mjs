// Draws as many pictures as each line of the standard input says and prints the milliseconds of each. At the end the
// last picture is written, and the peak memory told, as `compose --bench` does.
import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** Serves until the standard input ends. `draw` resolves to the bytes of a file. */
export async function serve(out, draw) {
  let last
  for await (const line of createInterface({ input: process.stdin })) {
    const times = []
    for (let index = 0; index < Number(line); index++) {
      const began = performance.now()
      last = await draw()
      times.push((performance.now() - began).toFixed(3))
    }
    process.stdout.write(times.join('\n') + '\n')
  }
  writeFileSync(out, Buffer.from(last))
  const peak = readFileSync('/proc/self/status', 'utf8').match(/VmHWM:\s*(.*)/)
  process.stderr.write(`peak memory: ${peak[1]}\n`)
}
