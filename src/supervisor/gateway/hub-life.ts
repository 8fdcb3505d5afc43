import { backoffMs } from '#ground/base/backoff.ts'
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
import type { StartSlots } from './slots.ts'
import { prepareHub, startHub, type PreparedHub, type StartedHub, type StartHubDeps } from './start-hub.ts'

export interface HubLifeDeps extends StartHubDeps, Pick<HubListingDeps, 'onSlug'>, Pick<ChildDeps, 'clock'> {
  /** Limits concurrent starts. */
  inTurn: StartSlots
  onChange(life: Pick<HubLife, 'folder' | 'state'>): void
  paused: PausedHubs
}

/** A Hub from detection until removal. Its failures do not affect other Hubs. */
export interface HubLife extends Pick<HubListing, 'listed'> {
  readonly folder: string
  readonly state: HubState
  /** Resolves when the Hub has claimed its slug or failed to. */
  readonly prepared: Promise<void>
  /** Resolves when it serves or is broken for the first time. */
  readonly settled: Promise<void>
  /** Call when its folder may have changed. */
  look(): void
  /** Ends the backoff of a broken Hub. */
  retry(): void
  /** Resolves with the new state, after running answers have finished. */
  order(command: ControlOrder['command']): Promise<HubState>
  /** Lets running answers finish. */
  stop(): Promise<void>
  kill(): void
}

const START_LIMIT_MS = 120_000

// oxlint-disable-next-line max-lines-per-function -- the steps of one life, which share how it is
export function beginHub(folder: string, deps: HubLifeDeps): HubLife {
  const name = basename(folder)
  const over = new AbortController()
  const prepared = Promise.withResolvers<void>()
  const settled = Promise.withResolvers<void>()
  const wait = createFolderWait(folder)
  const listing = createHubListing(folder, deps)
  let state: HubState = { kind: 'starting' }
  let running: RunningParts | null = null
  let retry = () => {}
  /** Aborts the current start, service or pause after an order. */
  let turning = new AbortController()
  let arrived = Promise.withResolvers<void>()

  const become = (next: HubState) => {
    state = next
    listing.became(next)
    if (next.kind !== 'starting') settled.resolve()
    deps.onChange({ folder, state })
  }

  /** Serves until the Hub's settings change, an order arrives, or it is removed. */
  const serve = async (hub: PreparedHub, seen: FolderState) => {
    await using parts = new AsyncDisposableStack()
    const log = logOf(hub.slug, deps)
    parts.use(log)
    const lost = new AbortController()
    const onLost = (failure: StartFailed) => lost.abort(failure)
    const left = AbortSignal.any([over.signal, turning.signal])
    const started = await startInTurn({ folder, hub, log, over: left, onLost }, deps)
    running = started
    parts.defer(() => started.stop())
    become({ kind: 'serving', hub: started.hub, endpoints: started.endpoints })
    arrived.resolve()
    await wait.until(({ settings }) => settings !== seen.settings, AbortSignal.any([left, lost.signal]))
    lost.signal.throwIfAborted()
    if (over.signal.aborted) return
    const isPaused = deps.paused.has(name)
    if (!isPaused) log.events.hubRestarting({ hub: hub.slug, folder })
    become({ kind: isPaused ? 'paused' : 'starting' }) // before running answers finish, so that the edge sends no new requests
  }

  /** Waits until the Hub's folder changes or the backoff ends. */
  const rest = async (failures: number, seen: FolderState) => {
    const resting = new AbortController()
    const signal = AbortSignal.any([over.signal, turning.signal, resting.signal])
    retry = () => resting.abort()
    deps.clock.sleep(backoffMs(failures, START_BACKOFF), signal).then(retry, () => {})
    await wait.until((now) => now.settings !== seen.settings || now.rest !== seen.rest, signal)
    resting.abort()
  }

  const live = async () => {
    for (let failures = 0; !over.signal.aborted;) {
      turning = new AbortController()
      const seen = await folderState(folder)
      try {
        const hub = await prepareNamed(folder, listing, deps)
        prepared.resolve()
        if (deps.paused.has(name)) {
          if (state.kind !== 'paused') become({ kind: 'paused' })
          arrived.resolve()
          await untilAborted(AbortSignal.any([over.signal, turning.signal]))
          continue
        }
        await serve(hub, seen)
        failures = 0
      } catch (error) {
        if (over.signal.aborted) break
        if (turning.signal.aborted) continue
        become({ kind: 'broken', message: messageOf(error) })
        prepared.resolve()
        arrived.resolve()
        await rest(++failures, seen)
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
    look: wait.look,
    retry: () => retry(),
    async order(command) {
      const isPaused = deps.paused.has(name)
      if (command === 'restart' && isPaused) throw new Error('the Hub is paused; resume it first')
      if (command === (isPaused ? 'pause' : 'resume')) return state
      if (command !== 'restart') await deps.paused.set(name, command === 'pause')
      arrived = Promise.withResolvers()
      turning.abort()
      await Promise.race([arrived.promise, living])
      return state
    },
    async stop() {
      over.abort()
      await living
    },
    kill() {
      over.abort()
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
    listing.named(hub.slug)
    return hub
  } catch (error) {
    listing.named(null)
    throw error
  }
}

interface Starting {
  folder: string
  hub: PreparedHub
  log: HubLog
  over: AbortSignal
  onLost(failure: StartFailed): void
}

async function startInTurn(
  { folder, hub, log, over, onLost }: Starting,
  deps: HubLifeDeps,
): Promise<StartedHub> {
  const { slug } = hub
  const { events, output } = log
  const onWarning = (reason: string) => events.hubRemark({ hub: slug, folder, reason })
  const onSetApart = (reason: string) => events.hubSetApart({ hub: slug, folder, reason })
  const onCutOff = (reason: string) => events.hubCutOff({ hub: slug, folder, reason })
  const started = await deps.inTurn(async () => {
    over.throwIfAborted()
    const giveUp = AbortSignal.any([over, AbortSignal.timeout(START_LIMIT_MS)])
    const partsDeps = { clock: deps.clock, events, output, giveUp, onWarning, onLost, onSetApart, onCutOff }
    return startHub(folder, hub, deps, partsDeps)
  })
  for (const remark of new Set([...hub.warnings, ...started.warnings])) onWarning(remark)
  events.hubServed({ hub: slug, folder, bridge: started.hub.bridge, pids: started.pids })
  return started
}

type HubLog = ReturnType<typeof logOf>

/** Lines for people are also printed to the terminal, with the Hub's slug. */
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
