import type { Clock } from '#ground/base/clock.ts'
import { fits, type Bus } from './bus.ts'
import { askedAt, FOLLOWED_MS, Question, type FeedAnswer, type FeedMessage } from './feed-messages.ts'

/** Something that grows in this process, and whose pieces others follow. */
export interface Feed extends Disposable {
  /** Tell the next piece: the first one has the number 1. It costs next to nothing while nobody follows. */
  tell(piece: unknown): void
  /** It is over: how it ended is in the store. */
  end(): void
}

export interface FeedOptions {
  clock: Pick<Clock, 'now'>
  /** The whole of it, as JSON, with every piece that was told. */
  snapshot(): unknown
}

/**
 * Let others follow what grows here. A subject is one feed's alone, for ever: its numbers begin once. Pieces are sent
 * while somebody has asked for them not long ago; who follows asks again and again.
 */
export function openFeed(bus: Bus, subject: string, { clock, snapshot }: FeedOptions): Feed {
  let number = 0
  let followedUntil = -Infinity
  const send = (message: FeedMessage) => {
    if (clock.now() > followedUntil) return
    const text = JSON.stringify(message)
    bus.publish(
      subject,
      fits(text) ? text : JSON.stringify({ n: message.n, is: 'large' } satisfies FeedMessage),
    )
  }
  const answering = bus.answer(askedAt(subject), (text) => {
    followedUntil = clock.now() + FOLLOWED_MS
    const { wants } = Question.parse(JSON.parse(text))
    if (wants === 'number') return JSON.stringify({ n: number, is: 'number' } satisfies FeedAnswer)
    const whole = JSON.stringify({ n: number, is: 'snapshot', snapshot: snapshot() } satisfies FeedAnswer)
    return fits(whole) ? whole : JSON.stringify({ n: number, is: 'large' } satisfies FeedAnswer)
  })
  return {
    tell(piece) {
      number++
      send({ n: number, is: 'piece', piece })
    },
    end() {
      number++
      send({ n: number, is: 'end' })
    },
    [Symbol.dispose]: () => answering[Symbol.dispose](),
  }
}
