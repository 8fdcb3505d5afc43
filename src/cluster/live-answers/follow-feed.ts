import type { Clock } from '#ground/base/clock.ts'
import type { Bus } from '#ground/bus/bus.ts'
import { readAs } from '#ground/bus/read-message.ts'
import {
  feedRequestSubject,
  FEED_HEARTBEAT_MS,
  FeedAnswer,
  FeedMessage,
  type FeedQuery,
} from './feed-messages.ts'

export interface FollowOptions {
  clock: Pick<Clock, 'after'>
  from: number
  onPiece(piece: unknown): void
  onSnapshot(snapshot: unknown): void
  /**
   * Reads the value from the database if the bus delivers no pieces. @returns Number of the last piece in the
   * database, or null if unknown.
   */
  readStore(): Promise<number | null>
}

/** After this time without a response, the follower reads the database. */
const ANSWER_TIMEOUT_MS = 500
/** Delay before the next read while the database has fewer pieces than were received. */
const RETRY_DELAY_MS = 200
/** Maximum total length of buffered pieces. Further pieces are dropped; the next snapshot contains them. */
const MAX_BUFFERED_LENGTH = 1024 * 1024

/** Follows a value by the protocol of `feed.ts`: in order, without duplicates and gaps, even if messages are lost. */
export function followFeed(bus: Bus, subject: string, options: FollowOptions): Disposable {
  const { clock, onPiece, onSnapshot, readStore } = options
  let at = options.from
  /** True if no piece up to `at` is missing. Otherwise pieces are buffered. */
  let isWhole = false
  let buffered: FeedMessage[] = []
  let bufferedLength = 0
  let isOver = false
  let isChecking = false
  let cancel = () => {}

  const take = (message: FeedMessage): boolean => {
    if (message.n !== at + 1 || message.is !== 'piece') return message.n <= at
    at = message.n
    onPiece(message.piece)
    return true
  }
  const onMessage = (text: string) => {
    const message = readAs(FeedMessage, text)
    if (!message || isOver || (isWhole && take(message))) return
    bufferedLength += text.length
    if (bufferedLength <= MAX_BUFFERED_LENGTH) buffered.push(message)
    if (isWhole) checkAfter(0)
    isWhole = false
  }
  const takeBuffered = (): boolean => {
    const missing = buffered.findIndex((message) => !take(message))
    buffered = missing === -1 ? [] : buffered.slice(missing)
    if (buffered.length === 0) bufferedLength = 0
    return missing === -1
  }

  const checkAfter = (ms: number) => {
    cancel()
    if (!isOver) cancel = clock.after(ms, () => void check())
  }
  const check = async () => {
    if (isChecking) return
    isChecking = true
    const next = await (isWhole ? checkNumber() : catchUp()).finally(() => (isChecking = false))
    checkAfter(next)
  }
  const request = async (wants: FeedQuery['wants']): Promise<FeedAnswer | null> => {
    const reply = await bus.request(
      feedRequestSubject(subject),
      JSON.stringify({ wants } satisfies FeedQuery),
      ANSWER_TIMEOUT_MS,
    )
    return reply.kind === 'answered' ? readAs(FeedAnswer, reply.text) : null
  }
  /** @returns Milliseconds until the next check. */
  const checkNumber = async (): Promise<number> => {
    const answer = await request('number')
    // All pieces that were sent before this response have arrived or are lost, because the bus keeps the order.
    isWhole &&= answer !== null && answer.n <= at
    return isWhole ? FEED_HEARTBEAT_MS : 0
  }
  const catchUp = async (): Promise<number> => {
    const answer = await request('snapshot')
    if (isOver) return 0
    if (answer?.is === 'snapshot') {
      if (answer.n > at) onSnapshot(answer.snapshot)
      at = Math.max(at, answer.n)
    } else at = Math.max(at, (await readStore().catch(() => null)) ?? 0)
    if (isOver) return 0
    const hasAll = takeBuffered() && answer !== null && at >= answer.n
    isWhole = hasAll
    return hasAll || answer === null ? FEED_HEARTBEAT_MS : RETRY_DELAY_MS
  }

  const listening = bus.subscribe(subject, onMessage)
  void check()
  return {
    [Symbol.dispose]() {
      isOver = true
      cancel()
      listening[Symbol.dispose]()
    },
  }
}
