import { z } from 'zod'
import { Filter, pageSchema, Paging, Time, Unreachable } from '#ground/api/schema.ts'

export const MemoryNote = z
  .object({ id: z.string(), hub: z.string(), text: z.string(), saved_at: Time })
  .meta({ id: 'MemoryNote' })
export type MemoryNote = z.infer<typeof MemoryNote>

export const MemoryPage = pageSchema(MemoryNote)
  .extend({ unreachable: Unreachable })
  .meta({ id: 'MemoryPage' })
export type MemoryPage = z.infer<typeof MemoryPage>

export const MemoryQuery = z.strictObject({ hub: Filter, ...Paging.shape })

export const MemoryErasure = z.strictObject({
  hub: z.string().min(1).max(256),
  id: z.string().max(64).optional().describe('Id of a note; default all notes of the Hub'),
})

export const MemoryErased = z.object({ erased: z.int() }).meta({ id: 'MemoryErased' })
export type MemoryErased = z.infer<typeof MemoryErased>
