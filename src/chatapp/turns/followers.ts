import type { Clock } from '#ground/base/clock.ts'
import type { Bus } from '#ground/bus/bus.ts'
import type { AnswerListener } from './live-answer.ts'
import type { RunningTurn } from './run.ts'
import { begunSubject } from './subjects.ts'

export interface FollowersParts {
  bus: Bus
  clock: Clock
  find(chatId: string): Promise<RunningTurn | null>
  isShared: boolean
}

/** Poll interval while the message bus is unavailable, and after a failed query. */
const POLL_INTERVAL_MS = 1000

export function createFollowers({ bus, clock, find, isShared }: FollowersParts) {
  return async (chatId: string, listener: AnswerListener): Promise<() => void> => {
    let lastAnswerId: string | null = null
    let isClosed = false
    /** True after a failed query. Polling must then continue, because the bus sends each notification only once. */
    let hasFailed = false
    let leave = () => {}
    let cancel = () => {}
    let queries = 0
    const join = async () => {
      const own = ++queries
      const turn = await find(chatId)
      // If a newer query has started, this result is outdated.
      if (own < queries || turn === null || turn.answerId === lastAnswerId || isClosed) return
      leave()
      lastAnswerId = turn.answerId
      leave = turn.listen(listener)
    }
    const poll = async () => {
      hasFailed = await join().then(
        () => false,
        () => true,
      )
    }
    const schedulePoll = () => {
      if (isClosed || !isShared) return
      const isBusReliable = () => bus.reachesOthers() && !hasFailed
      cancel = clock.after(
        POLL_INTERVAL_MS,
        () => void (isBusReliable() ? Promise.resolve() : poll()).then(schedulePoll),
      )
    }
    const notifications = bus.subscribe(begunSubject(chatId), () => void poll())
    await poll()
    schedulePoll()
    return () => {
      isClosed = true
      cancel()
      leave()
      notifications[Symbol.dispose]()
    }
  }
}
