import type { Clock } from '#ground/base/clock.ts'
import type { Bus } from '#ground/bus/bus.ts'
import type { AnswerListener } from './live-answer.ts'
import type { RunningTurn } from './run.ts'
import { begunSubject } from './subjects.ts'

export interface FollowersParts {
  bus: Bus
  clock: Clock
  /** A chat's running turn; null when there is none. */
  find(chatId: string): Promise<RunningTurn | null>
  /** Whether turns may run elsewhere. */
  isShared: boolean
}

/** Poll interval for turns begun at other machines, without the bus. */
const POLL_INTERVAL_MS = 1000

/** Follows every turn of a chat, at any time and on any machine. */
export function createFollowers({ bus, clock, find, isShared }: FollowersParts) {
  /** @returns Once the running turn is followed, the function that stops it. */
  return async (chatId: string, listener: AnswerListener): Promise<() => void> => {
    let heard: string | null = null
    let isOver = false
    /**
     * The last query failed, such as during an outage of the store: the bus does not repeat its notification.
     */
    let isMissed = false
    let leave = () => {}
    let cancel = () => {}
    let looks = 0
    const join = async () => {
      const own = ++looks
      const turn = await find(chatId)
      // A slower query's result may be outdated by now.
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
      // Notifications lost on the bus are covered by readers that poll the chat itself.
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
