import { z } from 'zod'

/**
 * The body in which a delivery is kept: what the server said, and what is needed to understand it later, by a process that
 * may have no connection.
 */
export const Stored = z.object({
  /** Whom the delivery was sent to. */
  bot: z.object({ id: z.string(), username: z.string() }),
  /** Null when the server could not be asked. */
  channel: z.object({ id: z.string(), type: z.string(), display_name: z.string() }).nullable(),
  event: z.enum(['posted', 'post_edited', 'post_deleted', 'reaction_added']),
  sender_name: z.string().nullable(),
  /** The post, or for `reaction_added` the reaction, as the server gave it. */
  subject: z.unknown(),
})
export type Stored = z.infer<typeof Stored>
