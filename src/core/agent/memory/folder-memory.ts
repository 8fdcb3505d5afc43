import { readdir, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { createOneByOne } from '#ground/base/one-by-one.ts'
import { accepted, type Result } from '#ground/base/result.ts'
import { noteMark } from '#ground/identity/note-mark.ts'
import { changedNote, newNote, readNotedText, type AgentMemory, type Note, type SavedNote } from './memory.ts'
import { ignoreMissing, notesIn, writeNote, writeUses } from './note-files.ts'

export interface FolderMemoryDeps {
  folder: string
  clock: Pick<Clock, 'now'>
  newId(): string
}

/** One file per note, so that processes do not conflict. */
export function folderMemory({ folder, clock, newId }: FolderMemoryDeps): AgentMemory {
  const folderOf = (email: string) => join(folder, noteMark(email))
  const inTurn = createOneByOne() // concurrent calls would each pass the limit and the check for duplicates

  const list = (email: string) => notesIn(folderOf(email))
  const write = (email: string, note: Note) => writeNote(folder, noteMark(email), note)

  const add = (email: string, note: Note): Promise<Result<SavedNote, string>> =>
    inTurn(folderOf(email), async () => {
      const saved = newNote(await list(email), note)
      if (saved.ok && saved.value.isNew) {
        await write(email, note)
        if (note.uses > 0) await writeUses(folderOf(email), (uses) => uses.set(note.id, note))
      }
      return saved
    })

  return {
    list,
    async save(email, given, source) {
      const text = readNotedText(given)
      if (!text.ok) return text
      const note = { id: newId(), text: text.value, savedAt: clock.now(), source }
      return add(email, { ...note, changedAt: null, uses: 0, usedAt: null })
    },
    change: (email, id, change) =>
      inTurn(folderOf(email), async () => {
        const changed = changedNote(await list(email), id, change, clock.now())
        if (changed.ok) await write(email, changed.value)
        return changed
      }),
    async restore(email, note) {
      const added = await add(email, note)
      return added.ok ? accepted(added.value.note) : added
    },
    forget: (email, id) =>
      inTurn(folderOf(email), async () => {
        const note = (await list(email)).find((known) => known.id === id)
        if (!note) return null
        await unlink(join(folderOf(email), `${id}.json`)).catch(ignoreMissing(() => {}))
        if (note.uses > 0) await writeUses(folderOf(email), (uses) => uses.delete(id))
        return note
      }),
    forgetAll: (email) =>
      inTurn(folderOf(email), async () => {
        const { length } = await list(email)
        await rm(folderOf(email), { recursive: true, force: true })
        return length
      }),
    recordUse: (email, ids) =>
      inTurn(folderOf(email), async () => {
        const names = await readdir(folderOf(email)).catch(ignoreMissing(() => [] as string[]))
        const still = ids.filter((id) => names.includes(`${id}.json`)) // the person may have erased notes meanwhile
        if (still.length === 0) return
        await writeUses(folderOf(email), (uses) => {
          for (const id of still) uses.set(id, { uses: (uses.get(id)?.uses ?? 0) + 1, usedAt: clock.now() })
        })
      }),
  }
}

/** Erases a person's notes that were saved until this time. */
export async function eraseNotesUntil(folder: string, person: string, until: EpochMs): Promise<void> {
  const place = join(folder, person)
  const notes = await notesIn(place)
  const erased = notes.filter(({ savedAt }) => savedAt <= until)
  if (erased.length === notes.length) return rm(place, { recursive: true, force: true })
  for (const { id } of erased) await unlink(join(place, `${id}.json`)).catch(ignoreMissing(() => {}))
  await writeUses(place, (uses) => erased.forEach(({ id }) => uses.delete(id)))
}
