import { PostgresAdapter, sql, type Kysely } from 'kysely'

/** People as lists show them, what reached only one of its two sides, and change requests. */
export async function peopleTables(db: Kysely<any>): Promise<void> {
  await people(db)
  await operations(db)
  await changeRequests(db)
}

async function people(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('people')
    .addColumn('subject', 'text', (column) => column.primaryKey().notNull())
    .addColumn('account_id', 'text')
    .addColumn('name', 'text')
    .addColumn('role', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('sign_in', 'text')
    .addColumn('chosen_sign_in', 'text')
    .addColumn('is_primary', 'integer', (column) => column.notNull())
    .addColumn('is_pending', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint')
    .addColumn('last_active_at', 'bigint')
    .addColumn('mirrored_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await index(db, 'people', ['status', 'subject'])
  await index(db, 'people', ['role', 'subject'])
  await index(db, 'people', ['status', 'role', 'subject'])

  await db.schema
    .createTable('people_words')
    .addColumn('word', byteOrder(db), (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('people_words_key', ['word', 'subject'])
    .execute()
  await index(db, 'people_words', ['subject', 'word'])

  await db.schema
    .createTable('people_counts')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('people_counts_key', ['status', 'role'])
    .execute()

  await db.schema
    .createTable('people_progress')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'bigint', (column) => column.notNull())
    .execute()
  await db
    .insertInto('people_progress')
    .values(PROGRESS.map((name) => ({ name, value: 0 })))
    .execute()
}

/** Beginnings of words are ranges of an index only in byte order, which is SQLite's own. */
const byteOrder = (db: Kysely<any>) =>
  db.getExecutor().adapter instanceof PostgresAdapter ? sql`text collate "C"` : 'text'

const PROGRESS = ['projected_change', 'synced_change', 'refreshed_at_ms', 'sync_leased_until_ms']

async function operations(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('people_operations')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('wanted', 'text', (column) => column.notNull())
    .addColumn('started_by', 'text', (column) => column.notNull())
    .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('people_operations_key', ['subject', 'kind'])
    .execute()
}

async function changeRequests(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('change_requests')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('proposer', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('operations', 'text', (column) => column.notNull())
    .addColumn('summary', 'text', (column) => column.notNull())
    .addColumn('diff', 'text', (column) => column.notNull())
    .addColumn('policy_revision', 'bigint', (column) => column.notNull())
    .addColumn('plan_hash', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('decided_at_ms', 'bigint')
    .addColumn('result', 'text')
    .execute()
  await index(db, 'change_requests', ['proposer', 'created_at_ms desc', 'id desc'])
  await index(db, 'change_requests', ['proposer', 'state', 'created_at_ms desc', 'id desc'])
}

const index = (db: Kysely<any>, table: string, columns: string[]): Promise<void> =>
  db.schema
    .createIndex(`${table}_by_${columns.map((column) => column.split(' ')[0]).join('_')}`)
    .on(table)
    .columns(columns as `${string} desc`[])
    .execute()
