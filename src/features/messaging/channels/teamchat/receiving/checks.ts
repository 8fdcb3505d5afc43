import type { Clock } from '#ground/base/clock.ts'
import { startLoop } from '#ground/base/loop.ts'
import type { TeamchatDeliveries } from './deliveries.ts'
import { HistoryUnreadable, type History } from './history.ts'
import type { Status } from './status.ts'

export interface ChecksDeps {
  clock: Clock
  history: History
  deliveries: TeamchatDeliveries
  status: Status
  lastReceivedAtMs: number | null
  caughtUpAtMs: number | null
  onCaughtUp(until: number): Promise<void>
  deliversSince(): number | null
  onMissedMessages(): void
}

export interface Checks extends AsyncDisposable {
  connected(): void
}

const COMPARE_INTERVAL_MS = 5 * 60_000
const FIRST_DELAY_MS = 60_000
const RETRY_DELAY_MS = 60_000
/**
 * Each search of the history overlaps the previous search by this time, because the provider's clock may differ from
 * the Hub's clock.
 */
const OVERLAP_MS = 10 * 60_000
const FIRST_WINDOW_MS = 60 * 60_000
const MAX_WINDOW_MS = 7 * 24 * 60 * 60_000
const MAX_THREAD_AGE_MS = 3 * 24 * 60 * 60_000
/** A message counts as missed if the connection does not deliver it within this time. */
const MAX_DELIVERY_DELAY_MS = 30_000

export function startChecks(deps: ChecksDeps): Checks {
  const { clock, history, deliveries, status } = deps
  const comparedUntil = startOf(deps)
  let since = comparedUntil
  let threadsComparedUntil = comparedUntil
  let isThreadsDue = true

  const round = async (signal: AbortSignal) => {
    const begunAt = clock.now()
    const withThreads = isThreadsDue
    const from = Math.max(withThreads ? threadsComparedUntil : since, begunAt - MAX_WINDOW_MS)
    const deliversSince = deps.deliversSince()
    isThreadsDue = false
    let missed = 0
    try {
      const span = { since: from, threadsSince: withThreads ? from - MAX_THREAD_AGE_MS : from }
      for await (const payload of history.read(span, signal)) {
        const message = await deliveries.storeFound(payload)
        if (!message?.isAddressed || deliversSince === null) continue
        if (
          message.at > deliversSince + MAX_DELIVERY_DELAY_MS &&
          message.at < begunAt - MAX_DELIVERY_DELAY_MS
        )
          missed++
      }
    } catch (error) {
      isThreadsDue ||= withThreads
      throw error
    }
    status.setProblem('history', null)
    since = begunAt - OVERLAP_MS
    if (withThreads) threadsComparedUntil = since
    if (!isThreadsDue) await deps.onCaughtUp(since)
    if (missed === 0) return withThreads || status.setProblem('delivery', null)
    status.setProblem('delivery', missedLine(missed))
    if (status.foreign === 0) deps.onMissedMessages()
  }

  const loop = startLoop({
    clock,
    firstMs: FIRST_DELAY_MS,
    everyMs: COMPARE_INTERVAL_MS,
    afterFailureMs: () => RETRY_DELAY_MS,
    work: round,
    onFailure: (error) =>
      status.setProblem(
        'history',
        error instanceof HistoryUnreadable
          ? `failed to search for undelivered messages: ${error.message}`
          : 'failed to store messages',
      ),
  })
  return {
    connected() {
      isThreadsDue = true
      void loop.wake()
    },
    [Symbol.asyncDispose]: () => loop[Symbol.asyncDispose](),
  }
}

const startOf = ({ clock, caughtUpAtMs, lastReceivedAtMs }: ChecksDeps): number =>
  caughtUpAtMs ?? (lastReceivedAtMs === null ? clock.now() - FIRST_WINDOW_MS : lastReceivedAtMs - OVERLAP_MS)

const missedLine = (missed: number): string =>
  `${missed} ${missed === 1 ? 'message was' : 'messages were'} found in the history and not delivered; if this goes on, check the app’s event subscriptions`
