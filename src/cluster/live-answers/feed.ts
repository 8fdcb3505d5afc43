import type { Clock } from '#ground/base/clock.ts'
import { fitsMessage, type Bus } from '#ground/bus/bus.ts'
import {
  feedRequestSubject,
  FOLLOWED_MS,
  FeedQuery,
  type FeedAnswer,
  type FeedMessage,
} from './feed-messages.ts'

/**
 * Live feeds: an instance publishes a growing value, such as an answer. Other instances follow it over a bus that may
 * lose messages.
 *
 * 1. Number: the publisher numbers pieces from 1. Each value has its own subject.
 * 2. Request: a follower requests a snapshot, and from then on the newest number once a second. Without a recent
 *    request, the publisher counts pieces but does not send them.
 * 3. Buffer: until the snapshot arrives, the follower buffers received pieces. Then it drops the pieces that the
 *    snapshot contains and passes the rest on in order.
 * 4. Gap: if a piece does not follow the last piece, or a response has a higher number, the follower repeats step 2.
 * 5. Fallback: without a response, or if the value is too large or complete, the follower reads the database.
 *
 * Invariant: a follower passes pieces on in order, each once. A lost message only delays pieces.
 */

export interface Feed extends Disposable {
  notify(piece: unknown): void
  /** Ends the feed. Followers then read the final value from the database. */
  end(): void
}

export interface FeedOptions {
  clock: Pick<Clock, 'now'>
  snapshot(): unknown
}

/** Each subject must be used by only one feed ever, because every feed numbers its pieces from 1. */
export function openFeed(bus: Bus, subject: string, { clock, snapshot }: FeedOptions): Feed {
  let number = 0
  let followedUntil = -Infinity
  const send = (message: FeedMessage) => {
    if (clock.now() > followedUntil) return
    const text = JSON.stringify(message)
    bus.publish(
      subject,
      fitsMessage(text) ? text : JSON.stringify({ n: message.n, is: 'large' } satisfies FeedMessage),
    )
  }
  const answering = bus.answer(feedRequestSubject(subject), (text) => {
    followedUntil = clock.now() + FOLLOWED_MS
    const { wants } = FeedQuery.parse(JSON.parse(text))
    if (wants === 'number') return JSON.stringify({ n: number, is: 'number' } satisfies FeedAnswer)
    const whole = JSON.stringify({ n: number, is: 'snapshot', snapshot: snapshot() } satisfies FeedAnswer)
    return fitsMessage(whole) ? whole : JSON.stringify({ n: number, is: 'large' } satisfies FeedAnswer)
  })
  return {
    notify(piece) {
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
