import { execFileSync, fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { loadOf } from './inbound/load.ts'

/**
 * Deliveries a second that are stored before they are answered: through the journal, and one by one, against a C
 * program that does the file work of one event without HTTP, and against a bare HTTP answer. In turns within one run,
 * on the disk of the folder.
 *
 *   node bench/inbound.ts [seconds] [connections] [folder]
 */
const SECONDS = Number(process.argv[2] ?? 5)
const CONNECTIONS = Number(process.argv[3] ?? 64)
const PARENT = process.argv[4] ?? '/var/tmp'
const BYTES = 1024
const ROUNDS = 3

interface Figures {
  perSecond: number
  p50: number
  p99: number
  /** Microseconds of processor time for a delivery: the figure that other work on the machine changes least. */
  cpu: number
  refused?: Record<string, number>
}

const base = await mkdtemp(join(PARENT, 'bench-inbound-'))
const program = join(base, 'durable')
execFileSync('cc', ['-O2', '-pthread', '-o', program, join(import.meta.dirname, 'inbound', 'durable.c')])
for (const hub of ['journal', 'single']) await mkdir(join(base, hub))
const journal = await startChild(join(base, 'journal'))
const single = await startChild(join(base, 'single'), '0')
const bare = await startChild()
const load = async ({ url, process }: Child): Promise<Figures> => {
  const before = await processorTime(process)
  const figures = await loadOf(url, CONNECTIONS, SECONDS, BYTES)
  const spent = (await processorTime(process)) - before
  return { ...figures, cpu: spent / (figures.perSecond * SECONDS) }
}
let used = 0

const candidates: Record<string, () => Promise<Figures>> = {
  C: async () => durable(0),
  'C, marker synced': async () => durable(1),
  journal: () => load(journal),
  'one by one': () => load(single),
  'HTTP alone': () => load(bare),
}
const rates: Record<string, number[]> = {}
const memory = [await memoryOf(journal.process)]
for (let round = 0; round < ROUNDS; round++) {
  for (const [name, measure] of Object.entries(candidates)) {
    execFileSync('sync') // what one leaves to the disk is not the next one's burden
    const { perSecond, p50, p99, cpu, refused } = await measure()
    ;(rates[name] ??= []).push(perSecond)
    console.log(
      `${name.padEnd(17)} ${perSecond.toFixed(0).padStart(6)}/s   p50 ${p50.toFixed(2)} ms   p99 ${p99.toFixed(2)} ms   ${cpu.toFixed(0)} µs of processor`,
      ...(refused && Object.keys(refused).length > 0 ? [refused] : []),
    )
  }
  memory.push(await memoryOf(journal.process))
}
for (const name of ['journal', 'one by one', 'HTTP alone'])
  console.log(`${name} / C`.padEnd(17), (median(rates[name]!) / median(rates['C']!)).toFixed(2))
console.log(`memory            ${memory.join(', ')} MB: at rest, then after each round (PSS)`)

for (const child of [journal, single, bare]) child.process.disconnect()
await rm(base, { recursive: true })

function durable(syncMarker: 0 | 1): Figures {
  const args = [join(base, `c-${used++}`), CONNECTIONS, SECONDS, BYTES, syncMarker].map(String)
  const printed = execFileSync(program, args, { encoding: 'utf8' })
  const [perSecond = 0, p50 = 0, p99 = 0, cpu = 0] = printed.split(' ').map(Number)
  return { perSecond, p50, p99, cpu }
}

interface Child {
  url: string
  process: ChildProcess
}

async function startChild(...args: string[]): Promise<Child> {
  const child = fork(join(import.meta.dirname, 'inbound', 'process.ts'), args)
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  return { url, process: child }
}

/** Microseconds, system calls included; the kernel counts in hundredths of a second. */
async function processorTime({ pid }: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

async function memoryOf({ pid }: ChildProcess): Promise<string> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return (Number(/^Pss:\s+(\d+)/m.exec(rollup)![1]) / 1024).toFixed(0)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
