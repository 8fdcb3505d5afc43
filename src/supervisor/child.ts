import { backoffMs } from '#ground/base/backoff.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import cluster from 'node:cluster'
import { slept, type Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import type { HostMessage, HostOrder, StartFailure, StartReport } from '#processes/host-message.ts'
import { CRASH_BACKOFF, HEALTHY_AFTER_MS } from './backoff.ts'
import type { SupervisorEvents } from './log-events.ts'
import { waitUntilHealthy } from './health.ts'
import { MEMORY_POLL_INTERVAL_MS, watchMemory } from './memory.ts'

/** A replaced child process is killed after this time. */
const RETIRE_LIMIT_MS = 14_000

export interface ChildSpec {
  name: string
  command: readonly [string, ...string[]]
  /**
   * If true, other processes listen at the same addresses, and `command` must consist of Node, options and a script.
   */
  sharesPort?: boolean
  environment: Environment
  /** Limit for the Hub's code; a child above it is killed. Absent or null: no limit. */
  memoryLimitMb?: number | null
  healthUrls: readonly string[]
}

export interface ChildDeps {
  clock: Clock
  events: SupervisorEvents
  giveUp?: AbortSignal
  /** Chunks may split lines. */
  output(name: string, chunk: string): void
}

export interface SupervisedChild {
  readonly name: string
  readonly sharesPort: boolean
  /** Null after an exit, until the next process starts. */
  readonly pid: number | null
  readonly warnings: readonly string[]
  readonly endpoints: readonly string[]
  /**
   * Starts the new child before the old child ends. Requires `sharesPort`. @throws StartFailed; the old child then
   * continues.
   */
  replace(): Promise<void>
  stop(): Promise<void>
  kill(): void
}

export class StartFailed extends Error {
  readonly reason: StartFailure['reason']
  constructor(reason: StartFailed['reason'], message: string) {
    super(message)
    this.name = 'StartFailed'
    this.reason = reason
  }
}

/** @throws StartFailed if the child exits before it is ready for the first time. */
export async function superviseChild(spec: ChildSpec, deps: ChildDeps): Promise<SupervisedChild> {
  const stopping = new AbortController()
  let launched = launch(spec, deps)
  const ready = await firstStart(launched, spec, deps.giveUp)
  const watching = keepRunning()

  async function keepRunning(): Promise<void> {
    let crashes = 0
    let healthySince: number | null = deps.clock.now()
    for (;;) {
      const watched = launched
      const end = await watched.ended
      if (stopping.signal.aborted) return
      if (watched !== launched) continue
      if (healthySince !== null && deps.clock.now() - healthySince >= HEALTHY_AFTER_MS) crashes = 0
      const restartInMs = backoffMs(++crashes, CRASH_BACKOFF)
      deps.events.childExited({ name: spec.name, pid: launched.process.pid, ...end, restartInMs })
      if (!(await slept(deps.clock, restartInMs, stopping.signal))) return
      if (watched !== launched) continue
      launched = launch(spec, deps)
      healthySince = await launched.ready.then(
        () => deps.clock.now(),
        () => null,
      )
      if (healthySince !== null) deps.events.childRestarted({ name: spec.name, pid: launched.process.pid })
    }
  }

  return {
    name: spec.name,
    sharesPort: spec.sharesPort ?? false,
    get pid() {
      return isRunning(launched.process) ? (launched.process.pid ?? null) : null
    },
    warnings: ready.warnings,
    endpoints: ready.endpoints,
    async replace() {
      stopping.signal.throwIfAborted()
      const next = launch(spec, deps)
      await firstStart(next, spec, stopping.signal)
      const before = launched
      launched = next
      await retire(before, deps.clock)
      deps.events.childReplaced({ name: spec.name, pid: next.process.pid })
    },
    async stop() {
      stopping.abort()
      if (isRunning(launched.process)) launched.process.kill('SIGTERM')
      await watching
    },
    kill() {
      stopping.abort()
      launched.process.kill('SIGKILL')
    },
  }
}

async function firstStart({ ready, process }: Launched, { name }: ChildSpec, giveUp?: AbortSignal) {
  const end = () => process.kill('SIGKILL')
  giveUp?.addEventListener('abort', end)
  try {
    return await ready
  } catch (error) {
    throw giveUp?.aborted ? new StartFailed('fault', `${name} did not start in time`) : error
  } finally {
    giveUp?.removeEventListener('abort', end)
  }
}

async function retire({ process, ended }: Launched, clock: Clock): Promise<void> {
  const order: HostOrder = { type: 'retire' }
  process.send(order, () => {})
  const cancel = clock.after(RETIRE_LIMIT_MS, () => process.kill('SIGKILL'))
  await ended
  cancel()
}

interface Launched {
  process: ChildProcess
  ready: Promise<StartReport>
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

function launch(spec: ChildSpec, deps: ChildDeps): Launched {
  const child = spec.sharesPort ? forkSharing(spec) : startProcess(spec)
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (chunk: string) => deps.output(spec.name, chunk))
  const exited = new AbortController()
  const firstReport = firstMessage(child)
  const ended = new Promise<Awaited<Launched['ended']>>((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }))
    child.once('exit', (code, signal) => resolve({ code, signal }))
  }).finally(() => exited.abort())
  const failed = Promise.all([firstReport, ended]).then(([message, end]): never => {
    if (message?.type === 'failed') throw new StartFailed(message.reason, message.message)
    throw new StartFailed(
      'fault',
      `${spec.name} ended while starting (${end.signal ?? `exit code ${end.code}`})`,
    )
  })
  const ready = firstReport.then(async (message) => {
    if (message?.type !== 'ready') return failed
    await waitUntilHealthy(spec.healthUrls, exited.signal).catch(() => failed)
    return message
  })
  failed.catch(() => {})
  ready.catch(() => {})
  void endWhenTooLarge(child, spec, deps, exited.signal)
  return { process: child, ready, ended }
}

async function endWhenTooLarge(
  child: ChildProcess,
  { name, memoryLimitMb = null }: ChildSpec,
  { clock, events }: ChildDeps,
  signal: AbortSignal,
): Promise<void> {
  if (memoryLimitMb === null) return
  let isEnded = false
  const memory = watchMemory(
    child.pid,
    () => [memoryLimitMb],
    (held) => {
      events.childTooLarge({ name, pid: child.pid, ...held })
      isEnded = child.kill('SIGKILL')
    },
  )
  while (!isEnded && (await slept(clock, MEMORY_POLL_INTERVAL_MS, signal))) memory.check()
}

const STDIO = ['ignore', 'pipe', 'pipe', 'ipc'] as const

const startProcess = ({ command: [program, ...args], environment }: ChildSpec): ChildProcess =>
  spawn(program, args, { env: environment, stdio: [...STDIO] })

/**
 * The listening socket belongs to this process and outlives its children. With `SCHED_NONE`, the children accept
 * connections themselves.
 */
function forkSharing({ command, environment }: ChildSpec): ChildProcess {
  const script = command.findIndex((part, index) => index > 0 && !part.startsWith('-'))
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({
    execArgv: command.slice(1, script),
    exec: command[script]!,
    args: command.slice(script + 1),
    stdio: [...STDIO],
  })
  return cluster.fork(environment).process
}

const firstMessage = (child: ChildProcess): Promise<HostMessage | null> =>
  new Promise((resolve) => {
    child.once('message', (message) => resolve(message as HostMessage))
    child.once('disconnect', () => resolve(null))
    child.once('error', () => resolve(null))
  })

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null
