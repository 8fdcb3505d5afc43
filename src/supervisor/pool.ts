import { execPath } from 'node:process'
import type { Environment } from '#ground/base/environment.ts'
import type { StartReport } from '#processes/host-message.ts'
import { WORKER_PATH } from '#processes/host-path.ts'
import type { StartFailed } from './child.ts'
import { howOf, type WorkerEnd } from './log-events.ts'
import { startBridgeWorker, type BridgeWorker } from './worker.ts'
import type { HubOrder, WorkerProcessDeps, WorkerSpec } from './worker-process.ts'

export interface PoolOptions {
  name: string
  workers: number
  maxOwnProcesses: number
  nodeFlags: readonly string[]
  environment: Environment
}

export interface BridgePoolDeps extends WorkerProcessDeps {
  onIsolated(folder: string, reason: string): void
  onRestarted(folder: string, reason: string): void
  onLost(folder: string, failure: StartFailed): void
}

export interface BridgePool {
  serve(hub: HubOrder): Promise<StartReport>
  release(folder: string): Promise<void>
  nameOf(folder: string): string | null
  pids(): readonly (number | null)[]
  pidOf(folder: string): number | null
  stop(): Promise<void>
  kill(): void
}

/**
 * If more Hubs than this ran code when a shared process ended, the cause is unknown, and no Hub gets its own process.
 */
const MAX_SUSPECTS = 2

/**
 * If a shared process ends while a Hub's own code runs, this Hub gets its own process, so that it cannot end other Hubs
 * again.
 */
export function createBridgePool(options: PoolOptions, deps: BridgePoolDeps): BridgePool {
  const shared: BridgeWorker[] = []
  const own = new Map<string, BridgeWorker>()
  const orders = new Map<string, HubOrder>()
  const restarts = new Map<string, Promise<StartReport>>()
  const lastEndReasons = new Map<string, string>()

  const open = (shown: Shown, onEnd: (end: WorkerEnd) => ReadonlySet<string>): BridgeWorker =>
    startBridgeWorker(specOf(shown, options), {
      ...deps,
      onEnd,
      onLost: (folder, failure) => void lose(folder, failure),
      lastEndReasonOf: (folder) => lastEndReasons.get(folder) ?? null,
    })
  const lose = async (folder: string, failure: StartFailed) => {
    if (orders.delete(folder)) deps.onLost(folder, failure)
    await closeOwn(folder)
  }
  const closeOwn = async (folder: string) => {
    const worker = own.get(folder)
    own.delete(folder)
    await worker?.stop()
  }
  const openOwn = (hub: HubOrder): BridgeWorker => {
    const shown = { name: `${options.name}:${hub.slug}`, shownAs: hub.folder, flags: flagsFor(hub) }
    const worker = open(shown, (end) => {
      lastEndReasons.set(hub.folder, restartReason(end))
      deps.onRestarted(hub.folder, restartReason(end))
      return new Set()
    })
    own.set(hub.folder, worker)
    return worker
  }
  const leastFilled = (): BridgeWorker => {
    const name = `${options.name}-${shared.length + 1}`
    if (shared.length < options.workers) shared.push(open({ name, shownAs: name }, isolateSuspects))
    return shared.reduce((least, worker) => (worker.hubs.size < least.hubs.size ? worker : least))
  }
  const isolateSuspects = (end: WorkerEnd): ReadonlySet<string> => {
    const suspects = end.hubs.flatMap((folder) => orders.get(folder) ?? [])
    if (suspects.length > MAX_SUSPECTS) return new Set()
    for (const hub of suspects) {
      lastEndReasons.set(hub.folder, isolationReason(end))
      deps.onIsolated(hub.folder, isolationReason(end))
      const started = openOwn(hub).serve(hub)
      restarts.set(hub.folder, started)
      started
        .catch((error: StartFailed) => lose(hub.folder, error))
        .finally(() => restarts.delete(hub.folder))
    }
    return new Set(suspects.map(({ folder }) => folder))
  }
  const workerOf = (folder: string) => own.get(folder) ?? shared.find(({ hubs }) => hubs.has(folder))
  const all = () => [...shared, ...own.values()]

  return {
    async serve(hub) {
      const { folder } = hub
      orders.set(folder, hub)
      const worker = own.get(folder) ?? (own.size < options.maxOwnProcesses ? openOwn(hub) : leastFilled())
      try {
        return await worker.serve(hub).catch((error: Error) => restarts.get(folder) ?? Promise.reject(error))
      } catch (error) {
        orders.delete(folder)
        await closeOwn(folder)
        throw error
      }
    },
    async release(folder) {
      orders.delete(folder)
      lastEndReasons.delete(folder)
      if (own.has(folder)) await closeOwn(folder)
      else await workerOf(folder)?.release(folder)
    },
    nameOf: (folder) => workerOf(folder)?.name ?? null,
    pidOf: (folder) => workerOf(folder)?.pid ?? null,
    pids: () => all().map(({ pid }) => pid),
    stop: async () => void (await Promise.all(all().map((worker) => worker.stop()))),
    kill: () => all().forEach((worker) => worker.kill()),
  }
}

interface Shown {
  name: string
  shownAs: string
  flags?: readonly string[]
}

const specOf = (
  { name, shownAs, flags = [] }: Shown,
  { nodeFlags, environment }: PoolOptions,
): WorkerSpec => ({
  name,
  command: [execPath, ...nodeFlags, ...flags, WORKER_PATH, shownAs],
  environment,
})

/** V8 enforces the limit too, because a heap may outgrow it between two checks of the supervisor. */
const flagsFor = ({ memoryLimitMb }: HubOrder): string[] =>
  memoryLimitMb === null ? [] : [`--max-old-space-size=${memoryLimitMb}`]

const restartReason = (end: WorkerEnd): string => `its process ended (${howOf(end)}) and was started again`

const isolationReason = (end: WorkerEnd): string =>
  `its code was running when the process that it shares with other Hubs ended (${howOf(end)}); until the gateway restarts, the Hub has a separate process`
