// `node bench/startup.ts`: measures time until ready and memory of a Hub, from source and from the bundle of
// `hub setup`, compared with a minimal `node:http` process. Linux only, because it reads /proc.
import { ensureBundle } from '../bin/setup/bundle.mjs'
import { measureBareNode, measureHub, type Measurement } from './startup/measure.ts'
import { BUNDLE, SOURCE } from './startup/programs.ts'
import { figure } from './support/figures.ts'
import { temporaryFolder } from './support/folder.ts'
import { untilQuiet } from './support/quiet.ts'
import { median, spread } from './support/statistics.ts'

const RUNS = 3
const MODES = ['compact', 'single'] as const

const base = temporaryFolder()
await ensureBundle()
const bare = await show('bare', measureBareNode)
for (const program of [SOURCE, BUNDLE]) {
  for (const mode of MODES) {
    await measureHub(program, mode, base) // fills the compile cache
    const name = `${program.name} ${mode}`
    const ready = await show(name, () => measureHub(program, mode, base))
    figure(`${name}, ready / bare`, ready / bare)
  }
}

async function show(name: string, measure: () => Promise<Measurement>): Promise<number> {
  const runs: Measurement[] = []
  for (let run = 0; run < RUNS; run++) {
    await untilQuiet()
    runs.push(await measure())
  }
  const times = runs.map(({ readyMs }) => readyMs)
  const { processes } = runs.find(({ readyMs }) => readyMs === median(times))!
  const total = processes.reduce((sum, { pssMb }) => sum + pssMb, 0)
  const each = processes.map(({ name, pssMb }) => `${name} ${pssMb.toFixed(0)}`).join(', ')
  console.log(
    `${name.padEnd(16)} ready ${spread(times, 0)} ms   PSS ${total.toFixed(0).padStart(4)} MB (${each})`,
  )
  figure(
    `${name}, ready`,
    times.map((ms) => ms / 1000),
  )
  figure(`${name}, memory`, total)
  return median(times)
}
