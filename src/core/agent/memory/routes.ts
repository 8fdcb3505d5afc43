import { Refused } from '#ground/api/errors.ts'
import type { ConsoleFeature } from '#ground/api/route.ts'
import type { Memory, Note } from './memory.ts'
import { MemoryErased, MemoryErasure, MemoryPage, MemoryQuery, type MemoryNote } from './schema.ts'

/**
 * The Console API's part on memory: everybody reads and erases what agents remember about themselves, nobody else's.
 *
 * @param memories By slug of the Hub.
 */
export const memoryFeature = (memories: ReadonlyMap<string, Memory>): ConsoleFeature => ({
  name: 'Memory',
  routes(app) {
    const memoryOf = (hub: string): Memory => {
      const memory = memories.get(hub)
      if (!memory) throw new Refused('not_found', `There is no memory of a Hub “${hub}” here.`)
      return memory
    }
    app.get(
      '/memory',
      {
        summary: 'What agents remember about you, newest first',
        level: 'person',
        query: MemoryQuery,
        answer: MemoryPage,
        refusals: ['not_found'],
      },
      async ({ caller, query: { hub, limit, offset } }) => {
        const hubs = hub === undefined ? [...memories.keys()] : [hub]
        const lists = await Promise.all(
          hubs.map(async (slug) =>
            (await memoryOf(slug).list(caller.email)).map((note) => noteView(slug, note)),
          ),
        )
        const notes = lists.flat().toSorted((a, b) => (a.saved_at < b.saved_at ? 1 : -1))
        return { items: notes.slice(offset, offset + limit), total: notes.length, offset, limit }
      },
    )
    app.delete(
      '/memory',
      {
        summary: 'Erase a note about you, or all of them',
        level: 'person',
        body: MemoryErasure,
        answer: MemoryErased,
        refusals: ['not_found'],
      },
      async ({ caller, body: { hub, id } }) => {
        const memory = memoryOf(hub)
        if (id === undefined) return { erased: await memory.forgetAll(caller.email) }
        if (!(await memory.forget(caller.email, id)))
          throw new Refused('not_found', 'There is no such note about you.')
        return { erased: 1 }
      },
    )
  },
})

const noteView = (hub: string, { id, text, savedAt }: Note): MemoryNote => ({
  id,
  hub,
  text,
  saved_at: new Date(savedAt).toISOString(),
})
