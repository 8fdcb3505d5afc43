import { z } from 'zod'

/** How often who follows a feed shows that it does, and learns whether it missed something. */
export const FEED_HEARTBEAT_MS = 1000
/** Time after a request during which a feed counts as followed. */
export const FOLLOWED_MS = 3 * FEED_HEARTBEAT_MS + 500

/** Subject for requests to a feed. */
export const feedRequestSubject = (subject: string): string => `${subject}.ask`

/** Its newest number, or all of it. */
export const FeedQuery = z.object({ wants: z.enum(['number', 'snapshot']) })
export type FeedQuery = z.infer<typeof FeedQuery>

/** `n` is the number of the last sent piece. */
export const FeedAnswer = z.discriminatedUnion('is', [
  z.object({ n: z.int(), is: z.literal('number') }),
  z.object({ n: z.int(), is: z.literal('snapshot'), snapshot: z.unknown() }),
  /** Too large for the bus: read the store. */
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
