import { z } from 'zod'

/** Times are epoch seconds. */
export const FolderView = z.object({
  id: z.string(),
  parent_id: z.string().nullable(),
  user_id: z.string(),
  name: z.string(),
  is_expanded: z.boolean(),
  created_at: z.number(),
  updated_at: z.number(),
})
export type FolderView = z.infer<typeof FolderView>

const Name = z.string().trim().min(1).max(100)
const FolderId = z.string().min(1).max(100)

export const FolderParams = z.object({ id: FolderId })
export const FolderForm = z.object({ name: Name, parent_id: FolderId.nullish() })
export const NameForm = z.object({ name: Name })
export const ParentForm = z.object({ parent_id: FolderId.nullish() })
export const ExpandedForm = z.object({ is_expanded: z.boolean() })
export const DeletionQuery = z.object({ delete_contents: z.enum(['true', 'false']).default('false') })
export const FolderChoiceForm = z.object({ folder_id: FolderId.nullish() })
