import { spawn, type ChildProcess } from 'node:child_process'
import { slept, type Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import type { StartReport, WorkerMessage, WorkerOrder } from '#processes/host-message.ts'
import type { RoleName } from '#processes/role.ts'
import { StartFailed, type ChildDeps } from './child.ts'
import type { SupervisorEvents, WorkerEnd } from './log-events.ts'
import { findBlamedHubs, watchMemory } from './memory.ts'

export interface HubOrder {
  /** Absolute; identifies the Hub. */
  folder: string
  slug: string
  roles: readonly RoleName[]
  environment: Environment
  /** Limit for the Hub's code; null: no limit. */
  memoryLimitMb: number | null
  /** Chunks may split lines. */
  output(chunk: string): void
}

export interface WorkerSpec {
  name: string
  command: readonly [string, ...string[]]
  environment: Environment
}

export interface WorkerProcessDeps extends Pick<ChildDeps, 'clock' | 'output'> {
  events: Pick<SupervisorEvents, 'workerEnded' | 'workerHung' | 'workerTooLarge'>
}

const PING_MS = 2_000
/** A process that does not answer pings for this long is killed. */
const HUNG_MS = 10_000
/** Replaces `HUNG_MS` until the process serves its first Hub, because loading the program keeps the process busy. */
const HUNG_AT_START_MS = 60_000

export interface HubHandlers {
  served(folder: string, report: StartReport): void
  refused(folder: string, failure: StartFailed): void
  wrote(folder: string, chunk: string): void
  memoryLimits(): readonly (number | null)[]
}

export type ProcessEnd = Pick<WorkerEnd, 'code' | 'signal' | 'why'> & {
  /** Folders of the Hubs that may have caused the end of the process. */
  atWork: readonly string[]
}

export interface WorkerProcess {
  readonly pid: number | undefined
  readonly ended: Promise<ProcessEnd>
  hasExited(): boolean
  serve(order: HubOrder): void
  release(folder: string): Promise<void>
  end(signal: NodeJS.Signals): void
}

export function launchWorker(
  spec: WorkerSpec,
  { clock, events, output }: WorkerProcessDeps,
  handlers: HubHandlers,
): WorkerProcess {
  const child = spawned(spec, output)
  const releases = createReleases()
  const atWork = new Set<string>()
  let memoryByHub: readonly [folder: string, bytes: number][] = []
  let verdict: Pick<ProcessEnd, 'why' | 'atWork'> | null = null
  const exited = new AbortController()
  let lastResponseAt = clock.now()
  let limitMs = HUNG_AT_START_MS

  const order = (message: WorkerOrder) => {
    if (child.connected) child.send(message, () => {})
  }
  const killFor = (why: string, blamed: readonly string[]) => {
    verdict = { why, atWork: blamed }
    child.kill('SIGKILL')
  }
  const memory = watchMemory(child.pid, handlers.memoryLimits, (held) => {
    if (verdict) return
    const hubs = findBlamedHubs(memoryByHub, [...atWork])
    events.workerTooLarge({ name: spec.name, pid: child.pid, ...held, hubs })
    killFor(`it used ${held.heldMb} MB of memory; its limit is ${held.limitMb} MB`, hubs)
  })
  const ping = () => {
    order({ type: 'ping', isScarce: memory.isScarce() })
    if (clock.now() - lastResponseAt >= PING_MS) memory.check()
  }
  child.on('message', (message: WorkerMessage) => {
    lastResponseAt = clock.now()
    switch (message.type) {
      case 'served':
        limitMs = HUNG_MS
        return handlers.served(message.folder, message)
      case 'refused':
        return handlers.refused(message.folder, new StartFailed(message.reason, message.message))
      case 'released':
        return releases.done(message.folder)
      case 'output':
        return handlers.wrote(message.folder, message.chunk)
      case 'pong':
        memoryByHub = message.retainedBytes
        return memory.check()
      case 'code':
        return void (message.isRunning ? atWork.add(message.folder) : atWork.delete(message.folder))
      default:
    }
  })
  const ended = untilEnded(child).then((end) => {
    exited.abort()
    releases.allDone()
    return { ...end, why: null, atWork: [...atWork], ...verdict }
  })
  void endWhenSilent({
    clock,
    signal: exited.signal,
    ping,
    silentFor: () => clock.now() - lastResponseAt,
    limitMs: () => limitMs,
    onSilent(silentMs) {
      events.workerHung({ name: spec.name, pid: child.pid, silentMs, hubs: [...atWork] })
      killFor(`it did not respond for ${Math.round(silentMs / 1000)} s`, [...atWork])
    },
  })

  return {
    pid: child.pid,
    ended,
    hasExited: () => exited.signal.aborted,
    serve: ({ folder, roles, environment: own }) => order({ type: 'serve', folder, roles, environment: own }),
    async release(folder) {
      if (exited.signal.aborted) return
      const released = releases.untilDone(folder)
      order({ type: 'release', folder })
      await released
    },
    end: (signal) => void child.kill(signal),
  }
}

function spawned({ name, command, environment }: WorkerSpec, output: ChildDeps['output']): ChildProcess {
  const [program, ...args] = command
  const child = spawn(program, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (chunk: string) => output(name, chunk))
  return child
}

function createReleases() {
  const waiting = new Map<string, PromiseWithResolvers<void>>()
  return {
    async untilDone(folder: string): Promise<void> {
      const released = waiting.get(folder) ?? Promise.withResolvers<void>()
      waiting.set(folder, released)
      await released.promise
      waiting.delete(folder)
    },
    done: (folder: string) => waiting.get(folder)?.resolve(),
    allDone: () => waiting.forEach(({ resolve }) => resolve()),
  }
}

const untilEnded = (child: ChildProcess): Promise<Pick<ProcessEnd, 'code' | 'signal'>> =>
  new Promise((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }))
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })

interface Silence {
  clock: Pick<Clock, 'sleep'>
  signal: AbortSignal
  ping(): void
  silentFor(): number
  limitMs(): number
  onSilent(ms: number): void
}

async function endWhenSilent({ clock, signal: over, ping, silentFor, limitMs, onSilent }: Silence) {
  while (await slept(clock, PING_MS, over)) {
    ping()
    const silentMs = silentFor()
    if (silentMs < limitMs()) continue
    return onSilent(silentMs)
  }
}
