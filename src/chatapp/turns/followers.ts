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

/** Interval while the message bus is unavailable. */
const POLL_INTERVAL_MS = 1000

/** Follows all turns of a chat, at every instance, one after another. */
export function createFollowers({ bus, clock, find, isShared }: FollowersParts) {
  /** @returns Function that ends the following */
  return async (chatId: string, listener: AnswerListener): Promise<() => void> => {
    let heard: string | null = null
    let isOver = false
    /** True after a failed query: the bus does not repeat its notification, so polling continues. */
    let isMissed = false
    let leave = () => {}
    let cancel = () => {}
    let looks = 0
    const join = async () => {
      const own = ++looks
      const turn = await find(chatId)
      // Outdated, because a newer query has started.
      if (own < looks || turn === null || turn.answerId === heard || isOver) return
      leave()
      heard = turn.answerId
      leave = turn.listen(listener)
    }
    const look = async () => {
      isMissed = await join().then(
        () => false,
        () => true,
      )
    }
    const lookAgain = () => {
      if (isOver || !isShared) return
      // No polling while the bus works. If the bus loses a notification, pages still poll the chat itself.
      const isTold = () => bus.reachesOthers() && !isMissed
      cancel = clock.after(
        POLL_INTERVAL_MS,
        () => void (isTold() ? Promise.resolve() : look()).then(lookAgain),
      )
    }
    const notifications = bus.subscribe(begunSubject(chatId), () => void look())
    await look()
    lookAgain()
    return () => {
      isOver = true
      cancel()
      leave()
      notifications[Symbol.dispose]()
    }
  }
}
