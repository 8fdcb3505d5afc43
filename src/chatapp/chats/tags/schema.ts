import { z } from 'zod'

const TagName = z.string().trim().min(1).max(100)

export const TagForm = z.object({ name: TagName })

export const TagFilter = z.object({
  name: TagName,
  skip: z.number().int().min(0).max(1_000_000).default(0),
  limit: z.number().int().min(1).max(1000).default(50),
})

/** `id` is the name in lower case with `_` for blanks, as in Open WebUI. */
export const TagView = z.object({
  id: z.string(),
  name: z.string(),
  user_id: z.string(),
  meta: z.null(),
})
export type TagView = z.infer<typeof TagView>
