import { z } from 'zod'

/** Entries of an export. The importer accepts entries of any shape, so they have no schema. */
export const ChatImport = z.object({ chats: z.array(z.unknown()).min(1).max(1000) })
