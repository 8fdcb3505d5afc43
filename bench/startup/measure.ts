import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryOf } from '../support/memory.ts'
import { processTree } from '../support/process-tree.ts'
import { HUB, type Program } from './programs.ts'

export interface Measurement {
  readyMs: number
  processes: { name: string; pssMb: number }[]
}

/** Time for garbage collection after the start. */
const IDLE_MS = 4000

const TEMPLATE = join(import.meta.dirname, '../../templates/demo')

/** The path of the folder must not change, because Node's compile cache depends on the paths of tools. */
export async function measureHub(program: Program, mode: string, base: string): Promise<Measurement> {
  const folder = join(base, 'hub')
  await rm(folder, { recursive: true, force: true })
  await cp(TEMPLATE, folder, { recursive: true })
  const started = performance.now()
  const hub = spawn(process.execPath, [HUB, 'run', folder, '--json'], {
    env: {
      ...process.env,
      ...program.environment,
      PORT: '0',
      BRIDGE_PORT: '0',
      SVC_INBOUND_PORT: '0',
      SVC_PROCESSES: mode,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const readyMs = await untilFirstLine(hub, started)
  await sleep(IDLE_MS)
  const processes = await weigh(hub.pid!)
  hub.kill('SIGTERM')
  await once(hub, 'exit')
  return { readyMs, processes }
}

/** Lower bound for a Hub: a minimal `node:http` server. */
export async function measureBareNode(): Promise<Measurement> {
  const program = `require('node:http').createServer().listen(0, '127.0.0.1', () => console.log('ready'))`
  const started = performance.now()
  const server = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const readyMs = await untilFirstLine(server, started)
  const processes = await weigh(server.pid!)
  server.kill('SIGKILL')
  await once(server, 'exit')
  return { readyMs, processes }
}

async function untilFirstLine(child: ChildProcess, started: number): Promise<number> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`it ended with ${code} before it was ready`)
  })
  await Promise.race([once(createInterface({ input: child.stdout! }), 'line'), ended])
  ended.catch(() => {})
  return performance.now() - started
}

/** PSS divides shared pages among their processes. */
const weigh = async (root: number): Promise<Measurement['processes']> =>
  Promise.all(
    (await processTree(root)).map(async (pid) => ({ name: await nameOf(pid), pssMb: memoryOf(pid) })),
  )

/** Role of the process; `main` is the supervisor. */
async function nameOf(pid: number): Promise<string> {
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').filter(Boolean)
  const host = words.findIndex((word) => /host\.[jt]s$/.test(word))
  return host === -1 ? 'main' : words.slice(host + 2).join('+')
}
