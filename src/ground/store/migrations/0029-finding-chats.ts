import { sql, type Kysely } from 'kysely'

/** Folders of chats, chats that were deleted a moment ago, and an index for each list of chats. */
export async function findingChats(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('chatapp_folders')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('chatapp_users.id').onDelete('cascade'),
    )
    .addColumn('parent_id', 'text', (column) => column.references('chatapp_folders.id').onDelete('set null'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('is_expanded', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  for (const column of ['user_id', 'parent_id'])
    await db.schema
      .createIndex(`chatapp_folders_by_${column}`)
      .on('chatapp_folders')
      .columns([column])
      .execute()
  await db.schema
    .alterTable('chatapp_chats')
    .addColumn('folder_id', 'text', (column) => column.references('chatapp_folders.id').onDelete('set null'))
    .execute()
  await db.schema.alterTable('chatapp_chats').addColumn('deleted_at', 'bigint').execute()
  await lists(db)
}

async function lists(db: Kysely<any>): Promise<void> {
  const list = (name: string, columns: string, where: string) =>
    sql`create index ${sql.ref(name)} on chatapp_chats (${sql.raw(columns)}) where ${sql.raw(where)}`.execute(
      db,
    )
  await list(
    'chatapp_chats_listed',
    'user_id, updated_at desc, id',
    'archived = 0 and pinned = 0 and folder_id is null and deleted_at is null',
  )
  await list('chatapp_chats_archived', 'user_id, updated_at desc, id', 'archived = 1')
  await list('chatapp_chats_pinned', 'user_id, updated_at desc, id', 'pinned = 1')
  await list('chatapp_chats_in_folders', 'folder_id, updated_at desc, id', 'folder_id is not null')
  await list('chatapp_chats_deleted', 'deleted_at', 'deleted_at is not null')
}
