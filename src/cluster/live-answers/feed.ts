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
 * Live feeds: an instance publishes a growing value, such as an answer, and others follow it over a bus that may lose messages.
 *
 * 1. Number: the publisher numbers pieces from 1. The subject is used by this value alone.
 * 2. Request: a follower requests a snapshot, and from then on the newest number once a second. Requests keep the
 *    publication alive: without a recent one, pieces are counted and not sent.
 * 3. Buffer: until the snapshot has arrived, received pieces wait. Then pieces up to the number of the snapshot are dropped
 *    and the rest is passed on in order.
 * 4. Gap: a piece that does not follow the last one, or an answer with a higher number, starts step 2 again.
 * 5. Fallback: where nothing answers, the value is too large, or it has ended, the follower reads the database.
 *
 * Invariant: a follower passes pieces on in order, each once; a lost message costs time and no piece.
 */

/** A growing value in this process, whose pieces are followed by other processes. */
export interface Feed extends Disposable {
  /** Publishes the next piece: the first has the number 1. It is cheap without followers. */
  notify(piece: unknown): void
  /** Ends the feed. Followers read the final value from the database. */
  end(): void
}

export interface FeedOptions {
  clock: Pick<Clock, 'now'>
  /** The whole value, as JSON, with every published piece. */
  snapshot(): unknown
}

/**
 * Publishes a growing value. A subject belongs to one feed for ever: its numbers begin once. Pieces are only
 * sent after a recent request; followers repeat their requests.
 */
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
