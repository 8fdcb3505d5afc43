import { backoffMs } from '#ground/base/backoff.ts'
import { slept } from '#ground/base/clock.ts'
import { PROCESS_TROUBLE_VARIABLE } from '#processes/config/set-by-us.ts'
import type { StartReport } from '#processes/host-message.ts'
import { CRASH_BACKOFF, HEALTHY_AFTER_MS } from './backoff.ts'
import { StartFailed } from './child.ts'
import { howOf, type WorkerEnd } from './log-events.ts'
import {
  launchWorker,
  type HubOrder,
  type WorkerProcess,
  type WorkerProcessDeps,
  type WorkerSpec,
} from './worker-process.ts'

export interface BridgeWorkerDeps extends WorkerProcessDeps {
  /** Called before the restart. @returns Hubs that the new process must not serve. */
  onEnd(end: WorkerEnd): ReadonlySet<string>
  lastEndReasonOf(folder: string): string | null
  /** Called when a Hub that ran before fails to start in a new process. */
  onLost(folder: string, failure: StartFailed): void
}

export interface BridgeWorker {
  readonly name: string
  /** Null after an exit, until the next process starts. */
  readonly pid: number | null
  readonly hubs: ReadonlySet<string>
  /** @throws StartFailed, also if the process ends during the start. */
  serve(hub: HubOrder): Promise<StartReport>
  release(folder: string): Promise<void>
  /** Sends SIGTERM; resolves after the exit. */
  stop(): Promise<void>
  kill(): void
}

export function startBridgeWorker(spec: WorkerSpec, deps: BridgeWorkerDeps): BridgeWorker {
  const hubs = createHubs(deps)
  const sendOrder = (process: WorkerProcess, order: HubOrder) => {
    const lastEndReason = deps.lastEndReasonOf(order.folder)
    process.serve(
      lastEndReason === null
        ? order
        : { ...order, environment: { ...order.environment, [PROCESS_TROUBLE_VARIABLE]: lastEndReason } },
    )
  }
  const stopping = new AbortController()
  let current = launchWorker(spec, deps, hubs)
  const ended = keepRunning()

  async function keepRunning(): Promise<void> {
    let crashes = 0
    for (;;) {
      const since = deps.clock.now()
      const { atWork, ...how } = await current.ended
      if (stopping.signal.aborted) return
      if (deps.clock.now() - since >= HEALTHY_AFTER_MS) crashes = 0
      const restartInMs = backoffMs(++crashes, CRASH_BACKOFF)
      const end = {
        ...how,
        name: spec.name,
        pid: current.pid,
        hubs: atWork.length > 0 ? atWork : hubs.starting(),
      }
      deps.events.workerEnded({ ...end, restartInMs })
      hubs.remove(deps.onEnd(end), `its process ended while it started (${howOf(end)})`)
      if (!(await slept(deps.clock, restartInMs, stopping.signal))) return
      current = launchWorker(spec, deps, hubs)
      for (const order of hubs.orders()) sendOrder(current, order)
    }
  }
  const giveUp = (signal: NodeJS.Signals) => {
    stopping.abort()
    hubs.remove(hubs.folders(), `${spec.name} is stopping`)
    current.end(signal)
  }

  return {
    name: spec.name,
    get pid() {
      return current.hasExited() ? null : (current.pid ?? null)
    },
    get hubs() {
      return hubs.folders()
    },
    serve(order) {
      const first = hubs.add(order)
      sendOrder(current, order)
      return first
    },
    async release(folder) {
      hubs.remove(new Set([folder]), 'it was stopped while it started')
      await current.release(folder)
      hubs.dropOutput(folder)
    },
    async stop() {
      giveUp('SIGTERM')
      await ended
    },
    kill: () => giveUp('SIGKILL'),
  }
}

function createHubs({ onLost }: Pick<BridgeWorkerDeps, 'onLost'>) {
  const orders = new Map<string, HubOrder>()
  const waiting = new Map<string, PromiseWithResolvers<StartReport>>()
  const outputs = new Map<string, HubOrder['output']>()
  const takeWaiting = (folder: string) => {
    const first = waiting.get(folder)
    waiting.delete(folder)
    return first
  }
  return {
    orders: () => orders.values(),
    folders: () => new Set(orders.keys()),
    memoryLimits: () => [...orders.values()].map(({ memoryLimitMb }) => memoryLimitMb),
    starting: () => [...waiting.keys()],
    add(order: HubOrder): Promise<StartReport> {
      const first = Promise.withResolvers<StartReport>()
      waiting.set(order.folder, first)
      orders.set(order.folder, order)
      outputs.set(order.folder, order.output)
      return first.promise
    },
    served: (folder: string, report: StartReport) => takeWaiting(folder)?.resolve(report),
    refused(folder: string, failure: StartFailed) {
      orders.delete(folder)
      const first = takeWaiting(folder)
      if (first) first.reject(failure)
      else onLost(folder, failure)
    },
    wrote: (folder: string, chunk: string) => outputs.get(folder)?.(chunk),
    dropOutput: (folder: string) => outputs.delete(folder),
    remove(folders: Iterable<string>, why: string) {
      for (const folder of folders) {
        orders.delete(folder)
        takeWaiting(folder)?.reject(new StartFailed('fault', why))
      }
    },
  }
}
