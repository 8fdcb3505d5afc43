// `node bench/startup.ts`: time to ready and memory of a running Hub, from source and from the bundle (`npm run build`
// first), beside a bare `node:http` process measured in the same run. Linux only: it reads /proc.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureBareNode, measureHub, type Measurement } from './startup/measure.ts'
import { bundleProgram, sourceProgram } from './startup/programs.ts'

const RUNS = 3
const MODES = ['compact', 'single'] as const

const base = await mkdtemp(join(tmpdir(), 'hub-bench-'))
try {
  show('bare node:http', await measureBareNode())
  for (const program of [await sourceProgram(), await bundleProgram(base)]) {
    if (!program) {
      console.log('bundle           not built: npm run build')
      continue
    }
    for (const mode of MODES) {
      await measureHub(program, mode, base) // fills the compile cache
      const runs: Measurement[] = []
      for (let run = 0; run < RUNS; run++) runs.push(await measureHub(program, mode, base))
      show(`${program.name} ${mode}`, median(runs))
    }
  }
} finally {
  await rm(base, { recursive: true, force: true })
}

function median(runs: readonly Measurement[]): Measurement {
  return runs.toSorted((a, b) => a.readyMs - b.readyMs)[Math.floor(runs.length / 2)]!
}

function show(name: string, { readyMs, processes }: Measurement): void {
  const total = processes.reduce((sum, { pssMb }) => sum + pssMb, 0)
  const each = processes.map(({ name, pssMb }) => `${name} ${pssMb.toFixed(0)}`).join(', ')
  console.log(
    `${name.padEnd(16)} ready ${readyMs.toFixed(0).padStart(5)} ms   PSS ${total.toFixed(0).padStart(4)} MB (${each})`,
  )
}
