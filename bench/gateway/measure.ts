import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryOf } from '../support/memory.ts'
import { processorSeconds } from '../support/processor.ts'
import { processTree } from '../support/process-tree.ts'
import { HUB } from '../startup/programs.ts'

export interface Measurement {
  readyMs: number
  processes: number
  pssMb: number
  /** Processor time of the idle gateway's processes together, in percent of a core. */
  restPercent: number
  addMs: number
  /** Time to the first response of an unused Hub. */
  firstMs: number
}

/** Time for garbage collection after the start. */
const SETTLE_MS = 6_000
const REST_MS = 10_000

const TEMPLATE = join(import.meta.dirname, '../../templates/minimal')

interface ReportedHub {
  state: string
  folder: string
  bridge?: string
  problem?: string
}

export async function measureGateway(hubs: number, base: string): Promise<Measurement> {
  const { gateway, lines, told: states, readyMs, make } = await start(hubs, base)
  const broken = states.filter(({ state }) => state !== 'serving')
  if (states.length !== hubs || broken.length > 0)
    throw new Error(`${broken.length} of ${states.length} Hubs do not serve: ${broken[0]?.problem}`)
  await sleep(SETTLE_MS)
  const pids = await processTree(gateway.pid!)
  const seconds = () => pids.reduce((sum, pid) => sum + processorSeconds(pid), 0)
  const before = seconds()
  await sleep(REST_MS)
  const restPercent = ((seconds() - before) / REST_MS) * 100_000
  const pssMb = pids.reduce((sum, pid) => sum + memoryOf(pid), 0)
  const asked = performance.now()
  await (await fetch(`${states.at(-1)!.bridge}/healthz`)).text()
  const firstMs = performance.now() - asked
  const added = performance.now()
  await make(hubs)
  await next<ReportedHub>(
    lines,
    (line) => line['state'] === 'serving' && String(line['folder']).endsWith(`hub-${hubs}`),
  )
  const addMs = performance.now() - added
  gateway.kill('SIGTERM')
  await once(gateway, 'exit')
  return { readyMs, processes: pids.length, pssMb, restPercent, addMs, firstMs }
}

/** Times until suspended Hubs send their first response, in ms, ascending. */
export async function measureWaking(hubs: number, base: string): Promise<number[]> {
  const environment = { SVC_BRIDGE_WORKERS: '1', SVC_PARK_AFTER_MINUTES: '0.01' }
  const { gateway, folder, told: states } = await start(hubs, base, environment)
  const took: number[] = []
  for (const [index, { bridge }] of states.entries()) {
    const log = join(folder, `.svc/logs/hubs/hub-${index}.log`)
    while (!(await readFile(log, 'utf8')).includes('"hub.parked"')) await sleep(100)
    const asked = performance.now()
    await (await fetch(`${bridge}/v1/hubs`)).text()
    took.push(performance.now() - asked)
  }
  gateway.kill('SIGTERM')
  await once(gateway, 'exit')
  return took.toSorted((a, b) => a - b)
}

async function start(hubs: number, base: string, environment: Record<string, string> = {}) {
  const folder = await mkdtemp(join(base, 'hubs-'))
  const make = (index: number) => cp(TEMPLATE, join(folder, `hub-${index}`), { recursive: true })
  for (let index = 0; index < hubs; index++) await make(index)
  const started = performance.now()
  const gateway = spawn(process.execPath, [HUB, 'gateway', folder, '--json'], {
    env: { ...process.env, PORT: '0', BRIDGE_PORT: '18000', SVC_INBOUND_PORT: '18100', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = linesOf(gateway)
  const { hubs: states } = await next<{ hubs: ReportedHub[] }>(lines, ({ event }) => event === 'ready')
  return { gateway, lines, folder, told: states, make, readyMs: performance.now() - started }
}

type Line = Record<string, unknown>

async function* linesOf(child: ChildProcess): AsyncGenerator<Line> {
  for await (const line of createInterface({ input: child.stdout! })) yield JSON.parse(line) as Line
}

async function next<T>(lines: AsyncGenerator<Line>, isSo: (line: Line) => boolean): Promise<T> {
  for (;;) {
    const { value, done } = await lines.next()
    if (done) throw new Error('the gateway has ended')
    if (isSo(value)) return value as T
  }
}
