import { sql, type Kysely } from 'kysely'
import { newestGeneration, type SchemaMigration, type Migrations } from '#ground/store/generations.ts'

/** Tables that turns, deliveries, lists and sign-ins constantly use. */
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
 * Migrations of later releases after the existing ones: the first expands the schema in each permitted way, the
 * second contracts it.
 */
export function stepsAhead(own: Migrations, releases: number): Migrations {
  const newest = newestGeneration(own)
  const added: Migrations = {
    ...eachOf('9001-columns', (table) => ({ up: columnsOf(table) })),
    ...eachOf('9002-index', (table) => ({ up: indexOf(table) })),
    '9003-table': { up: newTable },
    '9004-wider': { up: widerSizes },
    '9005-nullable': { up: nullableVersions },
  }
  const taken: Migrations = {
    ...eachOf('9101-fewer', (table) => ({ up: without(table), removes: [`${table}.next_note`] })),
    '9102-table': { up: noTable, removes: ['next_things'] },
  }
  return {
    ...own,
    ...(releases >= 1 && ofGeneration(newest + 1, added)),
    ...(releases >= 2 && ofGeneration(newest + 2, taken)),
  }
}

const eachOf = (name: string, step: (table: string) => SchemaMigration): Migrations =>
  Object.fromEntries(BUSY.map((table) => [`${name}-${table}`, step(table)]))

const ofGeneration = (generation: number, steps: Migrations): Migrations =>
  Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, { ...step, generation }]))

const columnsOf = (table: string) => (db: Kysely<any>) =>
  db.schema
    .alterTable(table)
    .addColumn('next_note', 'text')
    .addColumn('next_count', 'integer', (column) => column.notNull().defaultTo(7))
    .execute()

const indexOf = (table: string) => (db: Kysely<any>) =>
  db.schema.createIndex(`${table}_by_next`).on(table).columns(['next_count', 'next_note']).execute()

const newTable = (db: Kysely<any>) =>
  db.schema
    .createTable('next_things')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .execute()

const widerSizes = async (db: Kysely<any>) =>
  void (await sql`alter table inbox_events alter column size type bigint`.execute(db))

const nullableVersions = async (db: Kysely<any>) =>
  void (await sql`alter table machines alter column version drop not null`.execute(db))

const without = (table: string) => (db: Kysely<any>) =>
  db.schema.alterTable(table).dropColumn('next_note').execute()

const noTable = (db: Kysely<any>) => db.schema.dropTable('next_things').execute()
