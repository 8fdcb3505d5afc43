import { sql, type Kysely } from 'kysely'
import { newestGeneration, type Steps } from '#ground/store/generations.ts'

/** Tables that turns, deliveries, lists and sign-ins read and write all the time. */
const BUSY = [
  'chatapp_messages',
  'chatapp_chats',
  'chatapp_users',
  'chatapp_sessions',
  'turn_leases',
  'usage_turns',
  'traces',
  'inboxes',
  'inbox_events',
  'inbox_marks',
  'machines',
  'access_grants',
]

/**
 * The steps of releases to come, as a release would bring them, after those that are there: the first adds whatever may be
 * added, the second takes away what the first one had added and uses no more.
 */
export function stepsAhead(own: Steps, releases: number): Steps {
  const newest = newestGeneration(own)
  const all: Steps = {
    '9001-columns': { up: columns, generation: newest + 1 },
    '9002-shapes': { up: shapes, generation: newest + 1 },
    '9003-fewer': {
      up: fewer,
      generation: newest + 2,
      removes: ['next_things', ...BUSY.map((table) => `${table}.next_note`)],
    },
  }
  const kept = Object.entries(all).filter(([, { generation }]) => generation! <= newest + releases)
  return { ...own, ...Object.fromEntries(kept) }
}

async function columns(db: Kysely<any>): Promise<void> {
  for (const table of BUSY)
    await db.schema
      .alterTable(table)
      .addColumn('next_note', 'text')
      .addColumn('next_count', 'integer', (column) => column.notNull().defaultTo(7))
      .execute()
}

async function shapes(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('next_things')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .execute()
  for (const table of ['chatapp_messages', 'inbox_events'])
    await db.schema.createIndex(`${table}_by_next`).on(table).columns(['next_count', 'next_note']).execute()
  await sql`alter table inbox_events alter column size type bigint`.execute(db) // writes the table anew
  await sql`alter table machines alter column version drop not null`.execute(db)
}

async function fewer(db: Kysely<any>): Promise<void> {
  for (const table of BUSY) await db.schema.alterTable(table).dropColumn('next_note').execute()
  await db.schema.dropTable('next_things').execute()
}
