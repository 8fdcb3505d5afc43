import { z } from 'zod'

/**
 * A follower of a feed (see `feed.ts`) requests the number of the newest piece at this interval. The publisher sends
 * pieces only while it receives these requests.
 */
export const FEED_HEARTBEAT_MS = 1000
/** A feed counts as followed for this long after a request. */
export const FOLLOWED_MS = 3 * FEED_HEARTBEAT_MS + 500

export const feedRequestSubject = (subject: string): string => `${subject}.ask`

export const FeedQuery = z.object({ wants: z.enum(['number', 'snapshot']) })
export type FeedQuery = z.infer<typeof FeedQuery>

/** Response to a follower's request. `n` is the number of the last piece that was sent. */
export const FeedAnswer = z.discriminatedUnion('is', [
  z.object({ n: z.int(), is: z.literal('number') }),
  z.object({ n: z.int(), is: z.literal('snapshot'), snapshot: z.unknown() }),
  /** Sent instead of a value that is too large for the message bus. The follower then reads the database. */
  z.object({ n: z.int(), is: z.literal('large') }),
])
export type FeedAnswer = z.infer<typeof FeedAnswer>

/** `n` counts all messages of a feed, without a gap. */
export const FeedMessage = z.discriminatedUnion('is', [
  z.object({ n: z.int(), is: z.literal('piece'), piece: z.unknown() }),
  z.object({ n: z.int(), is: z.literal('large') }),
  z.object({ n: z.int(), is: z.literal('end') }),
])
export type FeedMessage = z.infer<typeof FeedMessage>
