import { z } from 'zod'

/**
 * The stored body of a delivery: the server's event, and the context needed to interpret it later, by a
 * process that may have no connection.
 */
export const Stored = z.object({
  /** The recipient of the delivery. */
  bot: z.object({ id: z.string(), username: z.string() }),
  /** Null when the server was unavailable. */
  channel: z.object({ id: z.string(), type: z.string(), display_name: z.string() }).nullable(),
  event: z.enum(['posted', 'post_edited', 'post_deleted', 'reaction_added']),
  sender_name: z.string().nullable(),
  /** The post, or for `reaction_added` the reaction, as the server gave it. */
  subject: z.unknown(),
})
export type Stored = z.infer<typeof Stored>
