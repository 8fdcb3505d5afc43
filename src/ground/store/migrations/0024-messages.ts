import type { Kysely } from 'kysely'

/** Conversations with people at messaging providers, their messages, and what is sent to them. */
export async function messageTables(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('conversations')
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('chat', 'integer', (column) => column.notNull())
    .addColumn('closed', 'text')
    .addColumn('received_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until_ms', 'bigint')
    .addPrimaryKeyConstraint('conversations_pk', ['hub', 'channel', 'id'])
    .execute()
  await messages(db)
  await outbox(db)
}

async function messages(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('messages')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('conversation', 'text', (column) => column.notNull())
    .addColumn('arrival', 'text', (column) => column.notNull())
    .addColumn('handles', 'text', (column) => column.notNull())
    .addColumn('sender_name', 'text')
    .addColumn('email', 'text')
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('media', 'text', (column) => column.notNull())
    .addColumn('reply_to', 'text')
    .addColumn('is_addressed', 'integer', (column) => column.notNull())
    .addColumn('written_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('received_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('due_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('chat', 'integer')
    .addColumn('answer', 'text')
    .addColumn('ended_at_ms', 'bigint')
    .execute()
  await index(db, 'messages', ['hub', 'channel', 'key'], { unique: true }) // so that what is delivered again is known
  await index(db, 'messages', ['hub', 'channel', 'conversation', 'arrival'])
  await index(db, 'messages', ['hub', 'received_at_ms'])
  await index(db, 'messages', ['hub', 'state', 'due_at_ms'])
}

async function outbox(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('outbox')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('conversation', 'text', (column) => column.notNull())
    .addColumn('reply_to', 'text')
    .addColumn('cause', 'text', (column) => column.notNull())
    .addColumn('message_id', 'text')
    .addColumn('run_id', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('due_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('ended_at_ms', 'bigint')
    .execute()
  await index(db, 'outbox', ['hub', 'state', 'due_at_ms'])
  await index(db, 'outbox', ['hub', 'channel', 'conversation'])
  await index(db, 'outbox', ['message_id'])
  await index(db, 'outbox', ['hub', 'run_id'])
  await db.schema
    .createTable('outbox_parts')
    .addColumn('outbox_id', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('plain', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('provider_id', 'text')
    .addColumn('sent_at_ms', 'bigint')
    .addColumn('delivered_at_ms', 'bigint')
    .addColumn('read_at_ms', 'bigint')
    .addPrimaryKeyConstraint('outbox_parts_pk', ['outbox_id', 'position'])
    .execute()
  await index(db, 'outbox_parts', ['id'], { unique: true })
  await index(db, 'outbox_parts', ['provider_id'])
}

async function index(
  db: Kysely<any>,
  table: string,
  columns: string[],
  { unique = false } = {},
): Promise<void> {
  const made = db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
  await (unique ? made.unique() : made).execute()
}
