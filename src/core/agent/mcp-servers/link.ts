import { backoffMs, type Backoff } from '#ground/base/backoff.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { McpServerConnection } from './connect.ts'
import { describeMcpFailure, NeedsPerson } from './failure.ts'
import { IDLE_MS, START_LIMIT_MS } from './limits.ts'
import { withinLimit } from './time-limit.ts'

export interface LinkDeps {
  open(signal: AbortSignal): Promise<McpServerConnection>
  /** `waitMs`: delay before the next attempt; null if no attempt follows. */
  onDown(error: Error, waitMs: number | null): void
  onIdle(): void
  /** True if an attempt to connect is cheap, as over HTTP. A call then does not wait for the retry delay. */
  isCheap: boolean
  clock: Clock
}

export type LinkState =
  | { kind: 'idle' }
  | { kind: 'starting' }
  | { kind: 'up'; connection: McpServerConnection }
  | { kind: 'down'; error: Error; until: number | null }

/** A connection that opens on demand, reopens when it breaks, and closes when idle. */
export interface Link extends AsyncDisposable {
  state(): LinkState
  ensureOpening(): void
  /** Resolves when the running attempt succeeds or fails; at once if none runs. Never rejects. */
  attemptSettled(): Promise<void>
  /** @throws Error with the reason if the connection cannot be opened, or an error of `work`. */
  use<T>(signal: AbortSignal, work: (connection: McpServerConnection) => Promise<T>): Promise<T>
}

/** A call fails at once if the next attempt to connect starts later than this. */
const MAX_RETRY_WAIT_MS = 5000

const MIN_ATTEMPT_INTERVAL_MS = 1000

export class Down extends Error {}

interface LinkRuntime extends LinkDeps {
  state: LinkState
  running: Promise<void> | null
  changed: PromiseWithResolvers<void>
  lastUsed: EpochMs
  busy: number
  /** Running calls per connection. A lost connection is closed when its last call ends. */
  calls: Map<McpServerConnection, number>
  retryDelayAbort: AbortController
  readonly end: AbortController
}

export function createLink(deps: LinkDeps): Link {
  const link: LinkRuntime = {
    ...deps,
    state: { kind: 'idle' },
    running: null,
    changed: Promise.withResolvers(),
    lastUsed: deps.clock.now(),
    busy: 0,
    calls: new Map(),
    retryDelayAbort: new AbortController(),
    end: new AbortController(),
  }
  return {
    state: () => link.state,
    ensureOpening: () => ensureOpening(link),
    async attemptSettled() {
      while (link.state.kind === 'starting') await link.changed.promise
    },
    async use(signal, work) {
      link.busy++
      try {
        return await useOne(link, await opened(link, signal), work)
      } finally {
        link.busy--
        link.lastUsed = link.clock.now()
      }
    },
    async [Symbol.asyncDispose]() {
      link.end.abort()
      if (link.state.kind === 'up') await link.state.connection.close()
      await Promise.all([...link.calls.keys()].map((connection) => connection.close()))
      await link.running
    },
  }
}

async function useOne<T>(
  link: LinkRuntime,
  connection: McpServerConnection,
  work: (connection: McpServerConnection) => Promise<T>,
): Promise<T> {
  const { calls } = link
  calls.set(connection, (calls.get(connection) ?? 0) + 1)
  try {
    return await work(connection)
  } finally {
    const left = calls.get(connection)! - 1
    if (left > 0) calls.set(connection, left)
    else {
      calls.delete(connection)
      if (connection.isLost()) await connection.close()
    }
  }
}

function setState(link: LinkRuntime, next: LinkState): void {
  link.state = next
  link.changed.resolve()
  link.changed = Promise.withResolvers()
}

function ensureOpening(link: LinkRuntime): void {
  link.lastUsed = link.clock.now()
  if (link.end.signal.aborted || link.running) return
  setState(link, { kind: 'starting' })
  link.running = keepOpen(link).finally(() => (link.running = null))
}

const RESTARTS: Backoff = { firstMs: 1000, maxMs: 60_000 }
/** A connection that lasts this long resets the retry delay to its minimum. */
const HEALTHY_MS = 60_000

async function keepOpen(link: LinkRuntime): Promise<void> {
  const { clock, end } = link
  let failures = 0
  while (!end.signal.aborted) {
    const startedAt = clock.now()
    const attempt = await openOnce(link)
    if (attempt === null) break
    const { error, openedAt } = attempt
    const isOver = error instanceof NeedsPerson || clock.now() - link.lastUsed > IDLE_MS
    const ranMs = clock.now() - (openedAt ?? startedAt)
    failures = ranMs >= HEALTHY_MS ? 1 : failures + 1
    const wait = isOver ? null : backoffMs(failures, RESTARTS)
    link.retryDelayAbort = new AbortController()
    const failedAt = clock.now()
    setState(link, { kind: 'down', error, until: wait === null ? null : failedAt + wait })
    link.onDown(error, wait)
    if (wait === null) return
    if (openedAt === null) await clock.sleep(MIN_ATTEMPT_INTERVAL_MS, end.signal).catch(() => {})
    const left = failedAt + wait - clock.now()
    if (left > 0)
      await clock.sleep(left, AbortSignal.any([end.signal, link.retryDelayAbort.signal])).catch(() => {})
    setState(link, { kind: 'starting' })
  }
  setState(link, { kind: 'idle' })
  if (!end.signal.aborted) link.onIdle()
}

/** Null if the link must not reopen the connection, because it was idle or the link was closed. */
async function openOnce(link: LinkRuntime): Promise<{ error: Error; openedAt: EpochMs | null } | null> {
  const { open, clock, end } = link
  let openedAt: EpochMs | null = null
  try {
    const tooLate = new Down(`did not answer within ${START_LIMIT_MS / 1000} s`)
    const limit = { ms: START_LIMIT_MS, tooLate, signal: end.signal, clock }
    const connection = await withinLimit(limit, open)
    openedAt = clock.now()
    setState(link, { kind: 'up', connection })
    const lost = await lostOrIdle(link, connection)
    // Does not close a lost connection with running calls, because they may still get responses.
    if (lost === null || !link.calls.has(connection)) await connection.close()
    return lost === null ? null : { error: new Down(lost), openedAt }
  } catch (error) {
    return end.signal.aborted ? null : { error: error as Error, openedAt }
  }
}

async function lostOrIdle(link: LinkRuntime, { lost }: McpServerConnection): Promise<string | null> {
  const { clock, end } = link
  const timer = new AbortController()
  const idle = async () => {
    for (;;) {
      const left = link.busy > 0 ? IDLE_MS : link.lastUsed + IDLE_MS - clock.now()
      if (left <= 0) return null
      await clock.sleep(left, timer.signal)
    }
  }
  const ended = Promise.withResolvers<null>()
  const stop = () => ended.resolve(null)
  end.signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([lost, idle(), ended.promise])
  } finally {
    end.signal.removeEventListener('abort', stop)
    timer.abort()
  }
}

async function opened(link: LinkRuntime, signal: AbortSignal): Promise<McpServerConnection> {
  ensureOpening(link)
  let hasFailed = false
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  aborted.catch(() => {})
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    for (;;) {
      signal.throwIfAborted()
      if (link.end.signal.aborted) throw new Down('was stopped')
      const { state } = link
      if (state.kind === 'up' && !state.connection.isLost()) return state.connection
      if (state.kind === 'down') {
        const wait = state.until === null ? 0 : state.until - link.clock.now()
        if (hasFailed || state.until === null || (wait > MAX_RETRY_WAIT_MS && !link.isCheap))
          throw downError(state.error, wait)
        if (link.isCheap) link.retryDelayAbort.abort()
      }
      ensureOpening(link)
      const wasStarting = link.state.kind === 'starting'
      await Promise.race([link.changed.promise, aborted])
      hasFailed = wasStarting && link.state.kind === 'down'
    }
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

const downError = (error: Error, wait: number): Error => {
  if (error instanceof NeedsPerson) return error
  const again = wait > 0 ? `; it is tried again in ${Math.ceil(wait / 1000)} s` : ''
  return new Down(`${describeMcpFailure(error)}${again}`, { cause: error })
}
