import type { Clock } from '#ground/base/clock.ts'
import { createBackoff } from './backoff.ts'
import type { McpConnection } from './connect.ts'
import { failureText, NeedsPerson } from './failure.ts'
import { IDLE_MS, START_LIMIT_MS } from './limits.ts'
import { withinLimit } from './time-limit.ts'

export interface LinkDeps {
  /** Connect and find out what the server offers. Obeys the signal. */
  open(signal: AbortSignal): Promise<McpConnection>
  /** `waitMs` is null when it is not tried again by itself. */
  onDown(error: Error, waitMs: number | null): void
  onIdle(): void
  /** Trying costs next to nothing, so a call need not wait for its turn. */
  isCheap: boolean
  clock: Clock
}

export type LinkState =
  | { kind: 'idle' }
  | { kind: 'starting' }
  | { kind: 'up'; connection: McpConnection }
  | { kind: 'down'; error: Error; until: number | null }

/** A connection that is opened when it is needed, opened again when it breaks, and closed when nobody uses it. */
export interface Link extends AsyncDisposable {
  state(): LinkState
  /** See to it that somebody tries to open it. */
  need(): void
  /** Resolves at the next success or failure to open it; at once when it is open. Never rejects. */
  verdict(): Promise<void>
  /**
   * Use the connection, once it is open.
   *
   * @throws Error why it isn't open, or whatever `work` throws.
   */
  use<T>(signal: AbortSignal, work: (connection: McpConnection) => Promise<T>): Promise<T>
}

/** A call does not wait longer than this for the next try. */
const PATIENCE_MS = 5000

/** Tries of a cheap link are at least this far apart. */
const BREATH_MS = 1000

/** A server that is down. `message` says why. */
export class Down extends Error {}

export function createLink({ open, onDown, onIdle, isCheap, clock }: LinkDeps): Link {
  const end = new AbortController()
  let state: LinkState = { kind: 'idle' }
  let running: Promise<void> | null = null
  let changed = Promise.withResolvers<void>()
  let lastUsed = clock.now()
  let busy = 0
  let hurry = new AbortController()

  const become = (next: LinkState) => {
    state = next
    changed.resolve()
    changed = Promise.withResolvers()
  }

  const need = () => {
    lastUsed = clock.now()
    if (end.signal.aborted || running) return
    become({ kind: 'starting' })
    running = keepOpen().finally(() => (running = null))
  }

  /** Open it and open it again, until it is no longer used. */
  async function keepOpen(): Promise<void> {
    const backoff = createBackoff()
    while (!end.signal.aborted) {
      let openedAt = clock.now()
      let error: Error
      let wasUp = false
      try {
        const tooLate = new Down(`did not answer within ${START_LIMIT_MS / 1000} s`)
        const limit = { ms: START_LIMIT_MS, tooLate, signal: end.signal, clock }
        const connection = await withinLimit(limit, open)
        openedAt = clock.now()
        become({ kind: 'up', connection })
        const lost = await lostOrIdle(connection)
        await connection.close()
        if (lost === null) break
        error = new Down(lost)
        wasUp = true
      } catch (thrown) {
        if (end.signal.aborted) break
        error = thrown as Error
      }
      const isOver = error instanceof NeedsPerson || clock.now() - lastUsed > IDLE_MS
      const wait = isOver ? null : backoff.next(clock.now() - openedAt)
      hurry = new AbortController()
      const failedAt = clock.now()
      become({ kind: 'down', error, until: wait === null ? null : failedAt + wait })
      onDown(error, wait)
      if (wait === null) return
      if (!wasUp) await clock.sleep(BREATH_MS, end.signal).catch(() => {})
      const left = failedAt + wait - clock.now()
      if (left > 0) await clock.sleep(left, AbortSignal.any([end.signal, hurry.signal])).catch(() => {})
      become({ kind: 'starting' })
    }
    become({ kind: 'idle' })
    if (!end.signal.aborted) onIdle()
  }

  /** Null when nobody has used it for long. */
  async function lostOrIdle({ lost }: McpConnection): Promise<string | null> {
    const timer = new AbortController()
    const idle = async () => {
      for (;;) {
        const left = busy > 0 ? IDLE_MS : lastUsed + IDLE_MS - clock.now()
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

  /** @throws Error why it isn't open. */
  async function opened(signal: AbortSignal): Promise<McpConnection> {
    need()
    let hasFailed = false
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    aborted.catch(() => {})
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    try {
      for (;;) {
        signal.throwIfAborted()
        if (end.signal.aborted) throw new Down('was stopped')
        if (state.kind === 'up' && !state.connection.isLost()) return state.connection
        if (state.kind === 'down') {
          const wait = state.until === null ? 0 : state.until - clock.now()
          if (hasFailed || state.until === null || (wait > PATIENCE_MS && !isCheap))
            throw downError(state.error, wait)
          if (isCheap) hurry.abort()
        }
        need()
        const before = state
        await Promise.race([changed.promise, aborted])
        hasFailed = before.kind === 'starting' && state.kind === 'down'
      }
    } finally {
      signal.removeEventListener('abort', abort)
    }
  }

  return {
    state: () => state,
    need,
    async verdict() {
      while (state.kind === 'starting') await changed.promise
    },
    async use(signal, work) {
      busy++
      try {
        return await work(await opened(signal))
      } finally {
        busy--
        lastUsed = clock.now()
      }
    },
    async [Symbol.asyncDispose]() {
      end.abort()
      if (state.kind === 'up') await state.connection.close()
      await running
    },
  }
}

const downError = (error: Error, wait: number): Error => {
  if (error instanceof NeedsPerson) return error
  const again = wait > 0 ? `; it is tried again in ${Math.ceil(wait / 1000)} s` : ''
  return new Down(`${failureText(error)}${again}`, { cause: error })
}
