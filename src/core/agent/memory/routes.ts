import type { ConsoleCaller, ConsoleFeature } from '#ground/api/console-app.ts'
import { ApiRefused } from '#ground/api/errors.ts'
import { changeMemory, eraseMemory, listMemory, restoreMemory } from './contract.ts'
import type { AgentMemory, Note, NoteRefusal } from './memory.ts'
import type { MemoryNote } from './schema.ts'
import type { SourceChats } from './source-chats.ts'
import type { ErasureUndo } from './undo.ts'

export interface MemoryFeatureParts {
  memories: ReadonlyMap<string, AgentMemory>
  sourceChats: SourceChats
  undo: ErasureUndo
}

type Person = Pick<ConsoleCaller, 'email'>

/** People read, change and delete only notes about themselves. */
export const memoryFeature = ({ memories, sourceChats, undo }: MemoryFeatureParts): ConsoleFeature => ({
  routes(app) {
    // An unknown Hub gets the same response as a Hub without notes, so that people do not learn which Hubs exist.
    const notesOf = async (hub: string, { email }: Person) => (await memories.get(hub)?.list(email)) ?? []
    const viewed = async ({ email }: Person, notes: readonly HubNote[]): Promise<MemoryNote[]> => {
      const ids = notes.flatMap(({ source }) => (source?.surface === 'chatapp' && source.chat_id) || [])
      const titles = await sourceChats(email, [...new Set(ids)])
      return notes.map((note) => noteView(note, titles))
    }
    const viewedOne = async (caller: Person, hub: string, note: Note) =>
      (await viewed(caller, [{ ...note, hub }]))[0]!

    app.handle(listMemory, async ({ caller, query: { hub, search, limit, offset } }) => {
      const hubs = hub === undefined ? [...memories.keys()] : [hub]
      const lists = await Promise.all(
        hubs.map(async (slug) => (await notesOf(slug, caller)).map((note) => ({ ...note, hub: slug }))),
      )
      const part = search?.trim().toLowerCase() ?? ''
      const notes = lists
        .flat()
        .filter(({ text }) => text.toLowerCase().includes(part))
        .toSorted((a, b) => b.savedAt - a.savedAt)
      const items = await viewed(caller, notes.slice(offset, offset + limit))
      return { items, total: notes.length, offset, limit }
    })
    app.handle(changeMemory, async ({ caller, body: { hub, id, ...change } }) => {
      const changed = await memories.get(hub)?.change(caller.email, id, change)
      if (!changed?.ok) throw refusedBy(changed?.refusal ?? 'missing')
      return viewedOne(caller, hub, changed.value)
    })
    app.handle(eraseMemory, async ({ caller, body: { hub, id } }) => {
      const memory = memories.get(hub)
      if (id === undefined) return { erased: (await memory?.forgetAll(caller.email)) ?? 0, undo: null }
      const note = await memory?.forget(caller.email, id)
      if (!note) throw refusedBy('missing')
      return { erased: 1, undo: undo.offer({ ...caller, hub }, note) }
    })
    app.handle(restoreMemory, async ({ caller, body: { hub, undo: offered } }) => {
      const note = undo.accept({ ...caller, hub }, offered)
      const stored = note && (await memories.get(hub)?.restore(caller.email, note))
      if (!stored)
        throw new ApiRefused('not_found', 'There is no such erased note. Undo works for ten minutes.')
      if (!stored.ok) throw refusedBy({ detail: stored.refusal })
      return viewedOne(caller, hub, stored.value)
    })
  },
})

const refusedBy = (refusal: NoteRefusal): ApiRefused => {
  if (refusal === 'missing') return new ApiRefused('not_found', 'There is no such note about you.')
  if (refusal === 'conflict')
    return new ApiRefused(
      'revision_conflict',
      'The note was changed meanwhile. Reload the page to see its new text.',
    )
  return new ApiRefused('invalid', `text: ${refusal.detail}`)
}

type HubNote = Note & { hub: string }

const noteView = (
  { id, hub, text, savedAt, changedAt, source, uses, usedAt }: HubNote,
  titles: ReadonlyMap<string, string>,
): MemoryNote => {
  const chat = source?.surface === 'chatapp' ? source.chat_id : null
  const title = chat === null ? undefined : titles.get(chat)
  return {
    id,
    hub,
    text,
    saved_at: new Date(savedAt).toISOString(),
    changed_at: timeOf(changedAt),
    source,
    source_chat: chat === null || title === undefined ? null : { id: chat, title },
    uses,
    used_at: timeOf(usedAt),
  }
}

const timeOf = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
