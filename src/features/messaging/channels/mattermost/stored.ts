import { z } from 'zod'

export const Stored = z.object({
  bot: z.object({ id: z.string(), username: z.string() }),
  channel: z.object({ id: z.string(), type: z.string(), display_name: z.string() }).nullable(),
  event: z.enum(['posted', 'post_edited', 'post_deleted', 'reaction_added']),
  sender_name: z.string().nullable(),
  subject: z.unknown(),
})
export type Stored = z.infer<typeof Stored>
