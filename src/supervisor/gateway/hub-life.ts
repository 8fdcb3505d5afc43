import { backoffMs } from '#ground/base/backoff.ts'
import type { Semaphore } from '#ground/base/slots.ts'
import { once } from 'node:events'
import { basename, join } from 'node:path'
import { START_BACKOFF } from '../backoff.ts'
import { StartFailed, type ChildDeps } from '../child.ts'
import type { RunningParts } from '../children.ts'
import type { ControlOrder } from '../control.ts'
import { eventWriter, supervisorEvents } from '../log-events.ts'
import { LOG_FILE_LIMITS, openLogFile } from '../log-file.ts'
import { createProcessOutput } from '../output.ts'
import { createFolderWait, folderState, type FolderState } from './hub-folder.ts'
import type { HubState } from './hub-state.ts'
import { createHubListing, type HubListing, type HubListingDeps } from './listed-hub.ts'
import type { PausedHubs } from './paused.ts'
import { prepareHub, startHub, type PreparedHub, type StartedHub, type StartHubDeps } from './start-hub.ts'

export interface HubLifeDeps extends StartHubDeps, Pick<HubListingDeps, 'onSlug'>, Pick<ChildDeps, 'clock'> {
  startSlots: Semaphore
  onChange(life: Pick<HubLife, 'folder' | 'state'>): void
  paused: PausedHubs
}

export interface HubLife extends Pick<HubListing, 'listed'> {
  readonly folder: string
  readonly state: HubState
  readonly prepared: Promise<void>
  readonly settled: Promise<void>
  checkFolder(): void
  retry(): void
  /** Resolves with the new state, after running answers have finished. */
  order(command: ControlOrder['command']): Promise<HubState>
  stop(): Promise<void>
  kill(): void
}

const START_LIMIT_MS = 120_000

// oxlint-disable-next-line max-lines-per-function -- these functions share the state of one Hub
export function beginHub(folder: string, deps: HubLifeDeps): HubLife {
  const name = basename(folder)
  const removal = new AbortController()
  const prepared = Promise.withResolvers<void>()
  const settled = Promise.withResolvers<void>()
  const wait = createFolderWait(folder)
  const listing = createHubListing(folder, deps)
  let state: HubState = { kind: 'starting' }
  let running: RunningParts | null = null
  let retry = () => {}
  let orderAbort = new AbortController()
  let orderDone = Promise.withResolvers<void>()

  const setState = (next: HubState) => {
    state = next
    listing.setState(next)
    if (next.kind !== 'starting') settled.resolve()
    deps.onChange({ folder, state })
  }

  const serve = async (hub: PreparedHub, before: FolderState) => {
    await using parts = new AsyncDisposableStack()
    const log = logOf(hub.slug, deps)
    parts.use(log)
    const lost = new AbortController()
    const onLost = (failure: StartFailed) => lost.abort(failure)
    const endSignal = AbortSignal.any([removal.signal, orderAbort.signal])
    const started = await startInSlot({ folder, hub, log, signal: endSignal, onLost }, deps)
    running = started
    parts.defer(() => started.stop())
    setState({ kind: 'serving', hub: started.hub, endpoints: started.endpoints })
    orderDone.resolve()
    await wait.until(
      ({ settings }) => settings !== before.settings,
      AbortSignal.any([endSignal, lost.signal]),
    )
    lost.signal.throwIfAborted()
    if (removal.signal.aborted) return
    const isPaused = deps.paused.has(name)
    if (!isPaused) log.events.hubRestarting({ hub: hub.slug, folder })
    setState({ kind: isPaused ? 'paused' : 'starting' })
  }

  const waitForRetry = async (failures: number, before: FolderState) => {
    const retryAbort = new AbortController()
    const signal = AbortSignal.any([removal.signal, orderAbort.signal, retryAbort.signal])
    retry = () => retryAbort.abort()
    deps.clock.sleep(backoffMs(failures, START_BACKOFF), signal).then(retry, () => {})
    await wait.until((now) => now.settings !== before.settings || now.rest !== before.rest, signal)
    retryAbort.abort()
  }

  const live = async () => {
    for (let failures = 0; !removal.signal.aborted;) {
      orderAbort = new AbortController()
      const before = await folderState(folder)
      try {
        const hub = await prepareNamed(folder, listing, deps)
        prepared.resolve()
        if (deps.paused.has(name)) {
          if (state.kind !== 'paused') setState({ kind: 'paused' })
          orderDone.resolve()
          await untilAborted(AbortSignal.any([removal.signal, orderAbort.signal]))
          continue
        }
        await serve(hub, before)
        failures = 0
      } catch (error) {
        if (removal.signal.aborted) break
        if (orderAbort.signal.aborted) continue
        setState({ kind: 'broken', message: messageOf(error) })
        prepared.resolve()
        orderDone.resolve()
        await waitForRetry(++failures, before)
      } finally {
        running = null
      }
    }
    prepared.resolve()
    settled.resolve()
    deps.ports.release(name)
    deps.slugs.release(name)
  }

  const living = live()
  return {
    folder,
    get state() {
      return state
    },
    get listed() {
      return listing.listed
    },
    prepared: prepared.promise,
    settled: settled.promise,
    checkFolder: wait.check,
    retry: () => retry(),
    async order(command) {
      const isPaused = deps.paused.has(name)
      if (command === 'restart' && isPaused) throw new Error('the Hub is paused; resume it first')
      if (command === (isPaused ? 'pause' : 'resume')) return state
      if (command !== 'restart') await deps.paused.set(name, command === 'pause')
      orderDone = Promise.withResolvers()
      orderAbort.abort()
      await Promise.race([orderDone.promise, living])
      return state
    },
    async stop() {
      removal.abort()
      await living
    },
    kill() {
      removal.abort()
      running?.kill()
    },
  }
}

const untilAborted = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort')
}

async function prepareNamed(folder: string, listing: HubListing, deps: HubLifeDeps): Promise<PreparedHub> {
  try {
    const hub = await prepareHub(folder, deps)
    listing.setSlug(hub.slug)
    return hub
  } catch (error) {
    listing.setSlug(null)
    throw error
  }
}

interface Starting {
  folder: string
  hub: PreparedHub
  log: HubLog
  signal: AbortSignal
  onLost(failure: StartFailed): void
}

async function startInSlot(
  { folder, hub, log, signal, onLost }: Starting,
  deps: HubLifeDeps,
): Promise<StartedHub> {
  const { slug } = hub
  const { events, output } = log
  const onWarning = (reason: string) => events.hubRemark({ hub: slug, folder, reason })
  const onIsolated = (reason: string) => events.hubIsolated({ hub: slug, folder, reason })
  const onRestarted = (reason: string) => events.hubProcessRestarted({ hub: slug, folder, reason })
  const started = await deps.startSlots.run(async () => {
    const giveUp = AbortSignal.any([signal, AbortSignal.timeout(START_LIMIT_MS)])
    const partsDeps = {
      clock: deps.clock,
      events,
      output,
      giveUp,
      onWarning,
      onLost,
      onIsolated,
      onRestarted,
    }
    return startHub(folder, hub, deps, partsDeps)
  }, signal)
  for (const remark of new Set([...hub.warnings, ...started.warnings])) onWarning(remark)
  events.hubServed({ hub: slug, folder, bridge: started.hub.bridge, pids: started.pids })
  return started
}

type HubLog = ReturnType<typeof logOf>

function logOf(slug: string, { dataFolder, clock }: HubLifeDeps) {
  const file = openLogFile(join(dataFolder, 'logs', 'hubs'), LOG_FILE_LIMITS, `${slug}.log`)
  const output = createProcessOutput(file, { of: slug })
  return {
    output: output.write,
    events: supervisorEvents(eventWriter((line) => output.write('supervisor', `${line}\n`), clock.now)),
    [Symbol.dispose]: () => file[Symbol.dispose](),
  }
}

const messageOf = (error: unknown): string => {
  const { message } = error as Error
  return error instanceof StartFailed && error.reason === 'fault'
    ? `${message}; see its log for details`
    : message
}
