import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '#ground/base/clock.ts'
import { createOneByOne } from '#ground/base/one-by-one.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { notesIn, writeNote } from '#core/agent/memory/folder-memory.ts'
import {
  noteMark,
  MAX_NOTES,
  readNotedText,
  TOO_MANY,
  type AgentMemory,
  type Note,
} from '#core/agent/memory/memory.ts'

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

  const add = (of: About, text: string): Promise<Result<Note, string>> =>
    store.transaction(async (tx) => {
      await lockPerson(tx, of)
      const known = await listOf(tx, of)
      const same = known.find((note) => note.text === text)
      if (same) return accepted(same)
      if (known.length >= MAX_NOTES) return refused(TOO_MANY)
      const note: Note = { id: newId(), text, savedAt: clock.now() }
      await insert(tx, of, [note])
      return accepted(note)
    })

  return {
    list: (email) => listOf(store.db, about(email)),
    async save(email, given) {
      const text = readNotedText(given)
      return text.ok ? inTurn(noteMark(email), () => add(about(email), text.value)) : text
    },
    forget: async (email, id) => (await remove(store.db, about(email), id)) > 0,
    forgetAll: (email) => inTurn(noteMark(email), () => remove(store.db, about(email), null)),
  }
}

async function listOf(db: Kysely<Tables>, { hub, person }: About): Promise<Note[]> {
  const rows = await db
    .selectFrom('memory_notes')
    .select(['id', 'text', 'saved_at_ms'])
    .where('hub', '=', hub)
    .where('person', '=', person)
    .orderBy('saved_at_ms', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, text, saved_at_ms: savedAt }) => ({ id, text, savedAt }))
}

async function remove(db: Kysely<Tables>, { hub, person }: About, id: string | null): Promise<number> {
  const removed = await db
    .deleteFrom('memory_notes')
    .where('hub', '=', hub)
    .where('person', '=', person)
    .$if(id !== null, (query) => query.where('id', '=', id!))
    .returning('id')
    .execute()
  return removed.length
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
    .values(notes.map(({ id, text, savedAt }) => ({ hub, person, id, text, saved_at_ms: savedAt })))
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
    for (const note of await listOf(store.db, { hub, person })) await writeNote(folder, person, note)
    await remove(store.db, { hub, person }, null)
  }
  return people.length
}

const PERSON = /^[0-9a-f]{40}$/
