// A child process that runs several Hubs for a gateway's supervisor: `node worker.ts`. The supervisor's messages name
// the folders of the Hubs.
import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { realpath } from 'node:fs/promises'
import { flushCompileCache } from 'node:module'
import { createBeats } from '#core/serving/serve.ts'
import { systemClock as clock } from '#ground/base/clock.ts'
import { throttle } from '#ground/base/throttle.ts'
import { createLog, redirectLogs } from '#ground/base/log.ts'
import { onForeignCode } from '#ground/hub/tools/foreign-code.ts'
import { createSharedBuses } from './bus.ts'
import { forgetOwnVariables } from './config/set-by-us.ts'
import { startFailureOf } from './host-failure.ts'
import type { WorkerMessage, WorkerOrder } from './host-message.ts'
import { createMemoryAccount } from './memory-account.ts'
import { ownMemory } from './own-memory.ts'
import { startSuspendableHub, type SuspendableHub } from './suspending/suspendable-hub.ts'
import { suspensionEvents } from './suspending/log-events.ts'
import { createWorkPoll } from './suspending/poll-for-work.ts'
import { startRoles } from './roles.ts'
import { createSharedStores } from './stores.ts'

const LAST_RESORT_MS = 15_000

type Serve = Extract<WorkerOrder, { type: 'serve' }>

const memory = ownMemory()
const account = createMemoryAccount(memory)
/**
 * Minimum time between garbage collections. Each suspended Hub requests a collection, which stops the process for a
 * moment.
 */
const COLLECT_REST_MS = 60_000

const events = suspensionEvents(createLog('worker'))
const collecting = throttle({ clock, pauseMs: COLLECT_REST_MS, work: async () => memory.giveBack() })
const shared = {
  clock,
  events,
  stores: createSharedStores(),
  buses: createSharedBuses(),
  workPoll: createWorkPoll({ clock }),
  onSuspended: () => void collecting.run(),
  beats: createBeats({ clock, onFailure: (error) => events.heartbeatFailed({ reason: String(error) }) }),
}
/** Keys are real paths of Hubs' folders. Values are the paths in the supervisor's orders. */
const folders = new Map<string, string>()
/** Hubs by folder; null if the Hub failed to start or has stopped. */
const hubs = new Map<string, Promise<SuspendableHub | null>>()
const leaving = new Map<string, Promise<void>>()

/** Folder of the Hub whose code runs. Everything that a Hub starts inherits it, including timers. */
const current = new AsyncLocalStorage<string>()

const notify = (message: WorkerMessage): void => void (process.connected && process.send!(message))

/** Never rejects. */
async function serve({ folder, roles, environment }: Serve): Promise<SuspendableHub | null> {
  try {
    folders.set(await realpath(folder).catch(() => folder), folder)
    const start = (shared: object) =>
      current.run(folder, () => startRoles(folder, roles, environment, shared))
    const onBroken = (error: unknown) => {
      const failure = startFailureOf(error)
      void stop(folder).then(() => notify({ type: 'refused', folder, ...failure }))
    }
    const running = await current.run(folder, () =>
      startSuspendableHub({ ...shared, hubFolder: folder, environment, start, onBroken }),
    )
    const { urls, warnings, endpoints } = running
    notify({ type: 'served', folder, urls, warnings, endpoints })
    flushCompileCache()
    return running
  } catch (error) {
    notify({ type: 'refused', folder, ...startFailureOf(error) })
    return null
  }
}

/** Never rejects. */
function stop(folder: string): Promise<void> {
  const before = leaving.get(folder)
  const stopped = (before ?? Promise.resolve()).then(close).finally(() => {
    if (leaving.get(folder) === stopped) leaving.delete(folder)
  })
  const hub = hubs.get(folder)
  hubs.delete(folder)
  leaving.set(folder, stopped)
  return stopped

  async function close(): Promise<void> {
    try {
      await (await hub)?.[Symbol.asyncDispose]()
    } catch (error) {
      startFailureOf(error) // called only to log the error; the Hub's servers are closed anyway
    }
  }
}

/** Orders for one Hub run in sequence: a new start order may arrive while the Hub still stops. */
function follow(order: WorkerOrder): void {
  switch (order.type) {
    case 'ping':
      account.setScarce(order.isScarce)
      return notify({ type: 'pong', retainedBytes: account.retainedBytes() })
    case 'serve': {
      const before = leaving.get(order.folder) ?? Promise.resolve()
      return void hubs.set(
        order.folder,
        before.then(() => serve(order)),
      )
    }
    case 'release':
      return void stop(order.folder).then(() => notify({ type: 'released', folder: order.folder }))
  }
}

function separateOutput(): void {
  const separate = (stream: NodeJS.WriteStream) => {
    const write = stream.write.bind(stream) as (chunk: string | Uint8Array, ...rest: unknown[]) => boolean
    const writeApart = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
      const folder = current.getStore()
      if (folder === undefined || !process.connected) return write(chunk, ...rest)
      notify({
        type: 'output',
        folder,
        chunk: typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString(),
      })
      const done = rest.findLast((one) => typeof one === 'function')
      if (done) process.nextTick(done)
      return true
    }
    stream.write = writeApart
  }
  separate(process.stdout)
  separate(process.stderr)
  redirectLogs(process.stderr)
}

async function runWorker(): Promise<void> {
  const stopping = new AbortController()
  process.on('SIGINT', () => {}) // the supervisor handles Ctrl-C
  for (const event of ['SIGTERM', 'disconnect']) process.once(event, () => stopping.abort())
  // Without the supervisor, writing output fails; the Hubs must still close cleanly.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  forgetOwnVariables()
  separateOutput()
  onForeignCode((real, isRunning) => {
    const folder = folders.get(real) ?? real
    account.recordCodeState(folder, isRunning)
    notify({ type: 'code', folder, isRunning })
  })
  process.on('message', (order) => follow(order as WorkerOrder))
  notify({ type: 'ready' })
  if (!stopping.signal.aborted) await once(stopping.signal, 'abort')
  setTimeout(() => process.exit(1), LAST_RESORT_MS).unref()
  void collecting[Symbol.asyncDispose]() // a process that ends needs no garbage collection
  await Promise.all([...hubs.keys()].map(stop))
  await Promise.all(leaving.values())
  if (process.connected) process.disconnect()
}

await runWorker()
