import { z } from 'zod'
import { Filter, pageSchema, Paging, Time, Unreachable } from '#ground/api/schema.ts'

/** Where the agent saved a note. */
export const NoteSource = z.object({
  surface: z
    .string()
    .max(64)
    .describe('Surface of the chat, such as `chatapp`; `import` for imported memories'),
  chat_id: z.string().max(256).nullable(),
  message_id: z.string().max(100).nullable().describe('The answer in the web chat that saved the note'),
  run_id: z.string().max(256).nullable(),
})
export type NoteSource = z.infer<typeof NoteSource>

const Hub = z.string().min(1).max(256)

export const MemoryNote = z
  .object({
    id: z.string(),
    hub: z.string(),
    text: z.string(),
    saved_at: Time,
    changed_at: Time.nullable().describe('Last change of the text'),
    source: NoteSource.nullable().describe('Null for notes of earlier releases'),
    source_chat: z
      .object({ id: z.string(), title: z.string() })
      .nullable()
      .describe('The source in the web chat, while the person has this chat'),
    uses: z.int().min(0).describe('Number of answers for which the model received the note'),
    used_at: Time.nullable(),
  })
  .meta({ id: 'MemoryNote' })
export type MemoryNote = z.infer<typeof MemoryNote>

export const MemoryPage = pageSchema(MemoryNote)
  .extend({ unreachable: Unreachable })
  .meta({ id: 'MemoryPage' })
export type MemoryPage = z.infer<typeof MemoryPage>

export const MemoryQuery = z.strictObject({
  hub: Filter,
  search: Filter.describe('Only notes with this text'),
  ...Paging.shape,
})

export const MemoryChange = z.strictObject({
  hub: Hub,
  id: z.string().max(64),
  text: z.string().max(10_000),
  before: z.string().max(10_000).optional().describe('The text to replace; another text refuses the change'),
})

export const MemoryErasure = z.strictObject({
  hub: Hub,
  id: z.string().max(64).optional().describe('Id of a note; default all notes of the Hub'),
})

export const MemoryErased = z
  .object({
    erased: z.int(),
    undo: z.string().nullable().describe('Restores the note for ten minutes; null after erasing all notes'),
  })
  .meta({ id: 'MemoryErased' })
export type MemoryErased = z.infer<typeof MemoryErased>

export const MemoryRestoration = z.strictObject({ hub: Hub, undo: z.string().max(20_000) })
