import type { Kysely } from 'kysely'

/** Permissions on Hubs, and the two ledgers that record changes of access and the use of restricted tools. */
export async function accessTables(db: Kysely<any>): Promise<void> {
  await policies(db)
  await ledgers(db)
}

async function policies(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('access_policies')
    .addColumn('hub', 'text', (column) => column.primaryKey().notNull())
    .addColumn('mode', 'text', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('was_administered', 'integer', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  // The organization's own policy always exists: every change of access locks it first.
  await db
    .insertInto('access_policies')
    .values({ hub: '*', mode: 'console', revision: 1, was_administered: 0, created_at_ms: 0 })
    .execute()

  await db.schema
    .createTable('access_grants')
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('permission', 'text', (column) => column.notNull())
    .addColumn('granted_by', 'text', (column) => column.notNull())
    .addColumn('granted_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('access_grants_key', ['hub', 'subject', 'permission'])
    .execute()
  await index(db, 'access_grants', ['subject', 'hub'])

  await db.schema
    .createTable('access_subjects')
    .addColumn('subject', 'text', (column) => column.primaryKey().notNull())
    .execute()

  await db.schema
    .createTable('access_blocks')
    .addColumn('subject', 'text', (column) => column.primaryKey().notNull())
    .addColumn('blocked_by', 'text', (column) => column.notNull())
    .addColumn('blocked_at_ms', 'bigint', (column) => column.notNull())
    .execute()
}

async function ledgers(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('audit_heads')
    .addColumn('ledger', 'text', (column) => column.primaryKey().notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()
  await db
    .insertInto('audit_heads')
    .values(['access_changes', 'tool_decisions'].map((ledger) => ({ ledger, count: 0, hash: '' })))
    .execute()

  await db.schema
    .createTable('access_changes')
    .addColumn('seq', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('subject', 'text')
    .addColumn('hub', 'text')
    .addColumn('permission', 'text')
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('reason', 'text')
    .addColumn('request', 'text')
    .addColumn('revision', 'bigint')
    .addColumn('prev_hash', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()
  await newestFirst(db, 'access_changes', {
    subject: [],
    hub: ['actor', 'action'],
    actor: ['action'],
    action: [],
  })

  await db.schema
    .createTable('tool_decisions')
    .addColumn('seq', 'integer', (column) => column.primaryKey().notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('subject', 'text')
    .addColumn('tool', 'text', (column) => column.notNull())
    .addColumn('capability', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('surface', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('grant', 'text')
    .addColumn('chat_id', 'text')
    .addColumn('run_id', 'text')
    .addColumn('revision', 'bigint')
    .addColumn('prev_hash', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()
  await newestFirst(db, 'tool_decisions', {
    subject: [],
    hub: ['outcome', 'tool', 'surface'],
    tool: ['outcome', 'surface'],
    outcome: ['surface'],
    surface: [],
  })
}

/**
 * An index for the whole list and an index for each filtered column, in the order of display. It also
 * contains other columns that are often filtered: rows that don't match are skipped without being read.
 */
async function newestFirst(
  db: Kysely<any>,
  table: string,
  filters: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  await index(db, table, ['at_ms desc', 'seq desc'])
  for (const [filter, others] of Object.entries(filters))
    await index(db, table, [filter, 'at_ms desc', 'seq desc'], others)
}

const index = (
  db: Kysely<any>,
  table: string,
  columns: string[],
  carried: readonly string[] = [],
): Promise<void> =>
  db.schema
    .createIndex(`${table}_by_${columns.map((column) => column.split(' ')[0]).join('_')}`)
    .on(table)
    .columns([...columns, ...carried] as `${string} desc`[])
    .execute()
