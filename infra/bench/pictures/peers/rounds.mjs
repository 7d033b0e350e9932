// For each line on the standard input, draws that many pictures and prints the milliseconds of each. At the end, writes
// the last picture and prints the peak memory, like `compose --bench`.
import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** Serves until the standard input ends. `draw` resolves to the bytes of a PNG file. */
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
