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

/** How often the store is asked what has begun elsewhere where the bus doesn't tell. */
const LOOK_MS = 1000

/** Who hears every turn of a chat, whenever and wherever it begins. */
export function createFollowers({ bus, clock, find, isShared }: FollowersParts) {
  /** @returns Once the turn that runs is heard, what stops it. */
  return async (chatId: string, listener: AnswerListener): Promise<() => void> => {
    let heard: string | null = null
    let isOver = false
    /** The last look failed, as while the store is away: the bus tells of it no second time. */
    let isMissed = false
    let leave = () => {}
    let cancel = () => {}
    let looks = 0
    const join = async () => {
      const own = ++looks
      const turn = await find(chatId)
      // What a slower look found may be over by now.
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
      // What the bus lost is seen by those who look at the chat itself now and then.
      const isTold = () => bus.reachesOthers() && !isMissed
      cancel = clock.after(LOOK_MS, () => void (isTold() ? Promise.resolve() : look()).then(lookAgain))
    }
    const hints = bus.subscribe(begunSubject(chatId), () => void look())
    await look()
    lookAgain()
    return () => {
      isOver = true
      cancel()
      leave()
      hints[Symbol.dispose]()
    }
  }
}
