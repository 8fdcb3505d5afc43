import type { ConsoleFeature } from '#ground/api/console-app.ts'
import { Refused } from '#ground/api/errors.ts'
import { eraseMemory, listMemory } from './contract.ts'
import type { Memory, Note } from './memory.ts'
import type { MemoryNote } from './schema.ts'

/**
 * Console API routes for memory. People read and erase only the notes about themselves.
 *
 * @param memories By slug of the Hub.
 */
export const memoryFeature = (memories: ReadonlyMap<string, Memory>): ConsoleFeature => ({
  routes(app) {
    const memoryOf = (hub: string): Memory => {
      const memory = memories.get(hub)
      if (!memory) throw new Refused('not_found', `There is no memory of a Hub “${hub}” here.`)
      return memory
    }
    app.handle(listMemory, async ({ caller, query: { hub, limit, offset } }) => {
      const hubs = hub === undefined ? [...memories.keys()] : [hub]
      const lists = await Promise.all(
        hubs.map(async (slug) =>
          (await memoryOf(slug).list(caller.email)).map((note) => noteView(slug, note)),
        ),
      )
      const notes = lists.flat().toSorted((a, b) => (a.saved_at < b.saved_at ? 1 : -1))
      return { items: notes.slice(offset, offset + limit), total: notes.length, offset, limit }
    })
    app.handle(eraseMemory, async ({ caller, body: { hub, id } }) => {
      const memory = memoryOf(hub)
      if (id === undefined) return { erased: await memory.forgetAll(caller.email) }
      if (!(await memory.forget(caller.email, id)))
        throw new Refused('not_found', 'There is no such note about you.')
      return { erased: 1 }
    })
  },
})

const noteView = (hub: string, { id, text, savedAt }: Note): MemoryNote => ({
  id,
  hub,
  text,
  saved_at: new Date(savedAt).toISOString(),
})
