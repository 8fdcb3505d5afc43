import type { ConsoleCaller, ConsoleFeature } from '#ground/api/console-app.ts'
import { ApiRefused } from '#ground/api/errors.ts'
import { eraseMemory, listMemory } from './contract.ts'
import type { AgentMemory, Note } from './memory.ts'
import type { MemoryNote } from './schema.ts'

/** People read and delete only notes about themselves. */
export const memoryFeature = (memories: ReadonlyMap<string, AgentMemory>): ConsoleFeature => ({
  routes(app) {
    // An unknown Hub gets the same response as a Hub without notes, so that people do not learn which Hubs exist.
    const notesOf = async (hub: string, { email }: Pick<ConsoleCaller, 'email'>) =>
      (await memories.get(hub)?.list(email)) ?? []
    app.handle(listMemory, async ({ caller, query: { hub, limit, offset } }) => {
      const hubs = hub === undefined ? [...memories.keys()] : [hub]
      const lists = await Promise.all(
        hubs.map(async (slug) => (await notesOf(slug, caller)).map((note) => noteView(slug, note))),
      )
      const notes = lists.flat().toSorted((a, b) => (a.saved_at < b.saved_at ? 1 : -1))
      return { items: notes.slice(offset, offset + limit), total: notes.length, offset, limit }
    })
    app.handle(eraseMemory, async ({ caller, body: { hub, id } }) => {
      const memory = memories.get(hub)
      if (id === undefined) return { erased: (await memory?.forgetAll(caller.email)) ?? 0 }
      if (!(await memory?.forget(caller.email, id)))
        throw new ApiRefused('not_found', 'There is no such note about you.')
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
