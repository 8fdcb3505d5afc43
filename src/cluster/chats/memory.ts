import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { Clock } from '#ground/base/clock.ts'
import { createOneByOne } from '#ground/base/one-by-one.ts'
import { accepted, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { noteMark } from '#ground/identity/note-mark.ts'
import { notesIn, writeNote, writeUses } from '#core/agent/memory/note-files.ts'
import {
  changedNote,
  newNote,
  readNotedText,
  type AgentMemory,
  type Note,
  type SavedNote,
} from '#core/agent/memory/memory.ts'
import { NoteSource } from '#core/agent/memory/schema.ts'

export interface StoreMemoryDeps {
  hub: string
  store: Pick<Store, 'db' | 'transaction'>
  clock: Pick<Clock, 'now'>
  newId(): string
}

interface About {
  hub: string
  person: string
}

export function storeMemory({ hub, store, clock, newId }: StoreMemoryDeps): AgentMemory {
  const inTurn = createOneByOne()
  const about = (email: string): About => ({ hub, person: noteMark(email) })

  const add = (of: About, note: Note): Promise<Result<SavedNote, string>> =>
    inTurn(of.person, () =>
      store.transaction(async (tx) => {
        await lockPerson(tx, of)
        const saved = newNote(await listOf(tx, of), note)
        if (saved.ok && saved.value.isNew) await insert(tx, of, [note])
        return saved
      }),
    )

  return {
    list: (email) => listOf(store.db, about(email)),
    async save(email, given, source) {
      const text = readNotedText(given)
      if (!text.ok) return text
      const note = { id: newId(), text: text.value, savedAt: clock.now(), source }
      return add(about(email), { ...note, changedAt: null, uses: 0, usedAt: null })
    },
    change: (email, id, change) =>
      inTurn(noteMark(email), () =>
        store.transaction(async (tx) => {
          const of = about(email)
          await lockPerson(tx, of)
          const changed = changedNote(await listOf(tx, of), id, change, clock.now())
          if (changed.ok) await update(tx, of, changed.value)
          return changed
        }),
      ),
    async restore(email, note) {
      const added = await add(about(email), note)
      return added.ok ? accepted(added.value.note) : added
    },
    forget: async (email, id) => (await remove(store.db, about(email), id))[0] ?? null,
    forgetAll: (email) =>
      inTurn(noteMark(email), async () => (await remove(store.db, about(email), null)).length),
    async recordUse(email, ids) {
      if (ids.length === 0) return
      const { person } = about(email)
      await store.db
        .updateTable('memory_notes')
        .set({ uses: sql`coalesce(uses, 0) + 1`, used_at_ms: clock.now() })
        .where('hub', '=', hub)
        .where('person', '=', person)
        .where('id', 'in', [...ids])
        .execute()
    },
  }
}

async function listOf(db: Kysely<Tables>, { hub, person }: About): Promise<Note[]> {
  const rows = await db
    .selectFrom('memory_notes')
    .selectAll()
    .where('hub', '=', hub)
    .where('person', '=', person)
    .orderBy('saved_at_ms', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(noteOf)
}

const noteOf = (row: Selectable<Tables['memory_notes']>): Note => ({
  id: row.id,
  text: row.text,
  savedAt: row.saved_at_ms,
  changedAt: row.changed_at_ms,
  source: sourceOf(row.source),
  uses: row.uses ?? 0,
  usedAt: row.used_at_ms,
})

const sourceOf = (json: string | null): NoteSource | null =>
  json === null ? null : NoteSource.parse(JSON.parse(json))

const update = (
  db: Kysely<Tables>,
  { hub, person }: About,
  { id, text, changedAt }: Note,
): Promise<unknown> =>
  db
    .updateTable('memory_notes')
    .set({ text, changed_at_ms: changedAt })
    .where('hub', '=', hub)
    .where('person', '=', person)
    .where('id', '=', id)
    .execute()

async function remove(db: Kysely<Tables>, { hub, person }: About, id: string | null): Promise<Note[]> {
  const removed = await db
    .deleteFrom('memory_notes')
    .where('hub', '=', hub)
    .where('person', '=', person)
    .$if(id !== null, (query) => query.where('id', '=', id!))
    .returningAll()
    .execute()
  return removed.map(noteOf)
}

/** Locks a person's row until the transaction ends; creates it if missing. */
const lockPerson = (tx: Transaction<Tables>, { hub, person }: About): Promise<unknown> =>
  tx
    .insertInto('memory_people')
    .values({ hub, person })
    .onConflict((conflict) => conflict.columns(['hub', 'person']).doUpdateSet({ hub }))
    .execute()

const insert = (db: Kysely<Tables>, { hub, person }: About, notes: readonly Note[]): Promise<unknown> =>
  db
    .insertInto('memory_notes')
    .values(
      notes.map((note) => ({
        hub,
        person,
        id: note.id,
        text: note.text,
        saved_at_ms: note.savedAt,
        changed_at_ms: note.changedAt,
        source: note.source && JSON.stringify(note.source),
        uses: note.uses,
        used_at_ms: note.usedAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export async function moveMemoryIn(
  folder: string,
  { hub, store }: Pick<StoreMemoryDeps, 'hub' | 'store'>,
): Promise<void> {
  const people = await readdir(folder).catch(() => [])
  for (const person of people.filter((name) => PERSON.test(name))) {
    const notes = await notesIn(join(folder, person))
    if (notes.length > 0) await insert(store.db, { hub, person }, notes)
    await rm(join(folder, person), { recursive: true, force: true })
  }
}

export async function moveMemoryOut(
  folder: string,
  { hub, store }: Pick<StoreMemoryDeps, 'hub' | 'store'>,
): Promise<number> {
  const notes = store.db.selectFrom('memory_notes').where('hub', '=', hub)
  const people = await notes.select('person').distinct().execute()
  for (const { person } of people) {
    const kept = await listOf(store.db, { hub, person })
    for (const note of kept) await writeNote(folder, person, note)
    const used = kept.filter(({ uses }) => uses > 0)
    if (used.length > 0)
      await writeUses(join(folder, person), (uses) => used.forEach((note) => uses.set(note.id, note)))
    await remove(store.db, { hub, person }, null)
  }
  return people.length
}

const PERSON = /^[0-9a-f]{40}$/
