import { z } from 'zod'

export const Stored = z.object({
  bot: z.object({ id: z.string(), username: z.string() }),
  /** Null if the channel could not be looked up. */
  channel: z.object({ id: z.string(), type: z.string(), display_name: z.string() }).nullable(),
  event: z.enum(['posted', 'post_edited', 'post_deleted', 'reaction_added']),
  sender_name: z.string().nullable(),
  /** The post, or the reaction of `reaction_added`, as the server sent it. */
  subject: z.unknown(),
})
export type Stored = z.infer<typeof Stored>
