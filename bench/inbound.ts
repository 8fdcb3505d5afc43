import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { contest, printMedians, printRatio, type Contender } from './support/contest.ts'
import { MEASURED, moveTo, OTHERS, startScript } from './support/cores.ts'
import { temporaryFolder } from './support/folder.ts'
import { memoryOf } from './support/memory.ts'
import { program } from './support/programs.ts'
import { load, type Load } from './support/wrk.ts'

/**
 * Measures how many deliveries per second the service stores before it responds, with the journal and without it.
 * Compares them with a C program that does the same file work for each event, and with a minimal HTTP server that
 * stores nothing. The measured process has one core, `wrk` has another. All files are in `folder`.
 *   node bench/inbound.ts [seconds] [rounds] [folder]
 */
const [seconds = 5, rounds = 4] = process.argv.slice(2, 4).map(Number)
const CONNECTIONS = 64
const BYTES = 1024

moveTo(OTHERS)
const base = temporaryFolder(process.argv[4] ?? '/var/tmp')
const durable = join(base, 'durable')
execFileSync(program('cc'), [
  '-O2',
  '-pthread',
  '-o',
  durable,
  join(import.meta.dirname, 'inbound/durable.c'),
])
for (const hub of ['journal', 'single']) mkdirSync(join(base, hub))
const journal = await receiver('journal', join(base, 'journal'))
let runs = 0

const memory = [memoryOf(journal.pid)]
const results = await contest({
  rounds,
  seconds,
  contenders: [
    durableProgram('C', false),
    journal,
    durableProgram('C, marker synced', true),
    await receiver('one by one', join(base, 'single'), '0'),
    await receiver('HTTP alone'),
  ],
  prepare() {
    execFileSync('sync') // pending writes must not slow down the next contender
    memory.push(memoryOf(journal.pid))
  },
})
printMedians(results)
for (const name of ['journal', 'one by one', 'HTTP alone']) printRatio(results, name, 'C')
const [atRest, ...later] = memory
console.log(
  `memory of the receiver (PSS): ${atRest!.toFixed(0)} MB at rest, at most ${Math.max(...later).toFixed(0)} MB between loads`,
)

async function receiver(name: string, ...args: string[]): Promise<Contender & { pid: number }> {
  const script = join(import.meta.dirname, 'inbound/process.ts')
  const { ready, pid } = await startScript<{ url: string }>(MEASURED, script, ...args)
  const { port, pathname } = new URL(ready.url)
  const waitsForDisk = args.length > 0
  return { name, pid, waitsForDisk, run: (duration) => deliver(Number(port), pathname, duration) }
}

/** Each delivery has its own id and body, so that the receiver treats none as a duplicate. */
function deliver(port: number, path: string, duration: number): Promise<Load> {
  const id = `${String(runs++).padStart(4, '0')}-##########`
  const start = `{"id":"${id}","fill":"`
  return load(
    {
      port,
      path,
      method: 'POST',
      headers: { 'User-Agent': 'Sender/1.0', 'X-Webhook-Secret': 'bench', 'X-Delivery-Id': id },
      body: `${start}${'x'.repeat(BYTES - start.length - 2)}"}`,
      expect: '\r\n\r\nok',
    },
    { connections: CONNECTIONS, seconds: duration },
  )
}

function durableProgram(name: string, syncMarker: boolean): Contender {
  const run = async (duration: number) => {
    const args = [join(base, `c-${runs++}`), CONNECTIONS, duration, BYTES, syncMarker ? 1 : 0].map(String)
    const command = ['-c', String(MEASURED), durable, ...args]
    const { stdout } = await promisify(execFile)(program('taskset'), command)
    const [requests = 0, p50 = 0, p99 = 0] = stdout.split(' ').map(Number)
    return { requests, perSecond: requests / duration, p50, p99 }
  }
  return { name, pid: null, waitsForDisk: true, run }
}
