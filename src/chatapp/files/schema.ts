import { z } from 'zod'

export const FileParams = z.object({ id: z.string().min(1).max(100) })
export const ContentQuery = z.object({ attachment: z.string().optional() })
const Switch = z.enum(['true', 'false', 'True', 'False', '1', '0'])
/** Pages of 50 files, as in Open WebUI. `content` is ignored, because lists never contain file contents. */
export const FilesQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  content: Switch.optional(),
})
export const FileSearchQuery = z.object({
  /** `*` matches any characters. */
  filename: z.string().min(1).max(300),
  skip: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  content: Switch.optional(),
})
export const FileName = z.object({ filename: z.string().trim().min(1).max(300) })
export const FileStatus = z.object({ status: z.literal('completed') })
/** Empty unless the file is a text of at most 1 MiB. */
export const FileText = z.object({ content: z.string() })

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

export const FilePage = z.object({ items: z.array(FileView), total: z.number() })

export const UploadedFile = z.object({ ...FileView.shape, status: z.boolean() })
export type UploadedFile = z.infer<typeof UploadedFile>

export const Deleted = z.object({ message: z.string() })
