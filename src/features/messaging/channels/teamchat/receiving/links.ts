import { backoffMs } from '#ground/base/backoff.ts'
import type { Clock } from '#ground/base/clock.ts'
import { DISABLED, TOO_MANY_RETRY_DELAY_MS, type Opener } from './opener.ts'
import type { SocketEnd, Socket } from './socket.ts'
import type { Status } from './status.ts'

export interface SocketLinksDeps {
  clock: Clock
  opener: Opener
  status: Status
  onConnected(): void
}

export interface Links extends AsyncDisposable {
  /** Start of the present connection, in epoch milliseconds; null without a connection. */
  deliversSince(): number | null
  reconnect(): void
}

const MIN_STABLE_MS = 60_000
const MAX_RETRY_DELAY_MS = 60_000

export function startLinks({ clock, opener, status, onConnected }: SocketLinksDeps): Links {
  const closing = new AbortController()
  let link: { socket: Socket; since: number } | null = null
  let failures = 0

  const pause = async (ms: number) => {
    if (ms > 0) await clock.sleep(ms, closing.signal).catch(() => {}) // the wait was aborted by disposing
  }

  const connectNext = async (): Promise<boolean> => {
    const next = await opener.open()
    if (closing.signal.aborted) return false
    if ('problem' in next) {
      failures++
      status.setProblem('connection', next.problem)
      if (next.isFinal) return false
      if (!link?.socket.isOpen) status.set({ state: 'connecting' })
      await pause(Math.max(next.afterMs, pauseAfter(failures)))
      return true
    }
    const last = link
    link = { socket: next.socket, since: clock.now() }
    if (last) await opener.leave(last.socket)
    status.setProblem('connection', null)
    status.set({ state: 'connected', foreign: next.foreign })
    onConnected()
    return replace(link, await link.socket.ended)
  }

  const replace = async (
    { socket, since }: NonNullable<typeof link>,
    { why }: SocketEnd,
  ): Promise<boolean> => {
    if (closing.signal.aborted) return false
    if (why === 'disabled') {
      status.setProblem('connection', DISABLED.problem)
      return false
    }
    failures = clock.now() - since >= MIN_STABLE_MS ? 0 : failures + 1
    const isLost = why === 'broken' || why === 'silent'
    if (isLost) {
      await opener.leave(socket)
      link = null
    }
    status.set({ state: why === 'undelivering' ? 'deaf' : isLost ? 'connecting' : 'connected' })
    await pause(Math.max(why === 'too_many' ? TOO_MANY_RETRY_DELAY_MS : 0, pauseAfter(failures)))
    return true
  }

  const run = async () => {
    while (!closing.signal.aborted && (await connectNext()));
    link = null
    if (!closing.signal.aborted) status.set({ state: 'stopped' })
    await opener[Symbol.asyncDispose]()
  }
  const running = run()

  return {
    deliversSince: () => (link?.socket.isOpen ? link.since : null),
    reconnect: () => link?.socket.abandon('undelivering'),
    async [Symbol.asyncDispose]() {
      closing.abort()
      await opener[Symbol.asyncDispose]()
      await running
    },
  }
}

/** No delay after the first failure, then 1 s, doubled after each further failure. */
const pauseAfter = (failures: number): number =>
  backoffMs(failures - 1, { firstMs: 1000, maxMs: MAX_RETRY_DELAY_MS })
