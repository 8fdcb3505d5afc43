import { z } from 'zod'

/** Entries of an export. The importer reads any form, so entries have no schema. */
export const ChatImport = z.object({ chats: z.array(z.unknown()).min(1).max(1000) })
