import type { Kysely } from 'kysely'

/** Chats as a Hub's agent has them, and what it remembers, where machines share them; and which machines do. */
export async function chatsInStore(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('chat_scopes')
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('owner', 'text')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('chat_scopes_key', ['hub', 'scope'])
    .execute()
  await db.schema
    .createTable('chat_files')
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('content_type', 'text')
    .addColumn('saved_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('chat_files_key', ['hub', 'scope', 'name'])
    .execute()
  await db.schema.createIndex('chat_files_by_hash').on('chat_files').columns(['hash']).execute()
  await db.schema
    .createTable('chat_contents')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .execute()
  await db.schema
    .createTable('chat_turns')
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('record', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('chat_turns_key', ['hub', 'scope', 'id'])
    .execute()
  await db.schema
    .createTable('memory_people')
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('person', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('memory_people_key', ['hub', 'person'])
    .execute()
  await db.schema
    .createTable('memory_notes')
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('person', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('saved_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('memory_notes_key', ['hub', 'person', 'id'])
    .execute()
  await db.schema.alterTable('machines').addColumn('chats', 'text').execute()
}
