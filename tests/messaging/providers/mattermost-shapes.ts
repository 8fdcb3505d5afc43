import { z } from 'zod'

export const NewPost = z.strictObject({
  channel_id: z.string().length(26),
  message: z.string(),
  root_id: z.string().length(26).optional(),
  file_ids: z.array(z.string()).optional(),
  props: z.record(z.string(), z.unknown()).optional(),
  metadata: z.object({}).optional(),
  pending_post_id: z.string().optional(),
})
/** Ids of the bot and a user. */
export const Direct = z.tuple([z.string().length(26), z.string().length(26)])
export const Typing = z.strictObject({ channel_id: z.string().length(26), parent_id: z.string().optional() })
export const Page = z.strictObject({
  page: z.coerce.number().int().min(0),
  per_page: z.coerce.number().int().min(1).max(200),
  skipFetchThreads: z.stringbool().optional(),
  collapsedThreads: z.stringbool().optional(),
  collapsedThreadsExtended: z.stringbool().optional(),
})
export const Action = z.discriminatedUnion('action', [
  z.strictObject({
    seq: z.literal(1),
    action: z.literal('authentication_challenge'),
    data: z.strictObject({ token: z.string() }),
  }),
  z.strictObject({ seq: z.int().min(2), action: z.literal('ping'), data: z.strictObject({}).optional() }),
])
export const Patch = z.strictObject({ id: z.string().optional(), message: z.string().max(16_383) })
