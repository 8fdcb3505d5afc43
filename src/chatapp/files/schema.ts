import { z } from 'zod'

export const FileParams = z.object({ id: z.string().min(1).max(100) })
export const ContentQuery = z.object({ attachment: z.string().optional() })
export const PageQuery = z.object({ page: z.coerce.number().int().min(1).max(1_000_000).default(1) })

export const SavedFileQuery = z.object({
  model: z.string().min(1).max(512),
  chat_id: z.string().min(1).max(600),
  filename: z.string().min(1).max(300),
})

/** Times are epoch seconds. */
export const FileView = z.object({
  id: z.string(),
  user_id: z.string(),
  hash: z.string(),
  filename: z.string(),
  data: z.object({ status: z.string() }),
  meta: z.object({
    name: z.string(),
    content_type: z.string(),
    size: z.number(),
    data: z.object({}),
  }),
  created_at: z.number(),
  updated_at: z.number(),
})

export const UploadedFile = z.object({ ...FileView.shape, status: z.boolean() })
export type UploadedFile = z.infer<typeof UploadedFile>

export const Deleted = z.object({ message: z.string() })
