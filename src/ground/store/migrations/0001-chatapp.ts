import { sql, type CreateTableBuilder, type Kysely } from 'kysely'

/** Accounts, chats and files of the built-in web chat. */
export async function chatappTables(db: Kysely<any>): Promise<void> {
  await accounts(db)
  await models(db)
  await chats(db)
  await files(db)
}

async function accounts(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('chatapp_users')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text')
    .addColumn('profile_image_url', 'text', (column) => column.notNull())
    .addColumn('oauth', 'text')
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('last_active_at', 'bigint', (column) => column.notNull())
    .execute()
  await index(db, 'chatapp_users', ['created_at', 'id'])

  await db.schema
    .createTable('chatapp_sessions')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .$call(ownedByUser)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await index(db, 'chatapp_sessions', ['user_id'])
  await index(db, 'chatapp_sessions', ['expires_at'])

  await db.schema
    .createTable('chatapp_api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .$call(ownedByUser)
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('key_hash', 'text', (column) => column.notNull().unique())
    .addColumn('hint', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .execute()
  await index(db, 'chatapp_api_keys', ['user_id'])

  await db.schema
    .createTable('chatapp_settings')
    .addColumn('key', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
}

/**
 * A model outlives the account that published it, so it has no reference to an account; its grants are
 * deleted with it.
 */
async function models(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('chatapp_models')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('base_model_id', 'text')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('meta', 'text', (column) => column.notNull())
    .addColumn('params', 'text', (column) => column.notNull())
    .addColumn('is_active', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('chatapp_model_grants')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('model_id', 'text', (column) =>
      column.notNull().references('chatapp_models.id').onDelete('cascade'),
    )
    .addColumn('principal_type', 'text', (column) => column.notNull())
    .addColumn('principal_id', 'text', (column) => column.notNull())
    .addColumn('permission', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('chatapp_model_grants_once', [
      'model_id',
      'principal_type',
      'principal_id',
      'permission',
    ])
    .execute()
  await index(db, 'chatapp_model_grants', ['principal_type', 'principal_id'])
}

async function chats(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('chatapp_chats')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .$call(ownedByUser)
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('current_message_id', 'text')
    .addColumn('extra', 'text', (column) => column.notNull())
    .addColumn('pinned', 'bigint', (column) => column.notNull())
    .addColumn('archived', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('chatapp_chats_by_user_id_updated_at')
    .on('chatapp_chats')
    .columns(['user_id', 'updated_at desc'])
    .execute()

  await db.schema
    .createTable('chatapp_messages')
    .addColumn('chat_id', 'text', (column) =>
      column.notNull().references('chatapp_chats.id').onDelete('cascade'),
    )
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('parent_id', 'text')
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('model', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('extra', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('chatapp_messages_pk', ['chat_id', 'id'])
    .execute()
  // Few messages run at a time; a restart looks for those that a crash left so.
  await db.schema
    .createIndex('chatapp_messages_running')
    .on('chatapp_messages')
    .columns(['chat_id'])
    .where(sql.ref('state'), '=', sql.lit('running'))
    .execute()
}

async function files(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('chatapp_files')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .$call(ownedByUser)
    .addColumn('filename', 'text', (column) => column.notNull())
    .addColumn('content_type', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('meta', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await index(db, 'chatapp_files', ['user_id', 'created_at'])
  await index(db, 'chatapp_files', ['hash'])
}

/** Deleting an account takes its rows along. */
const ownedByUser = <T extends string, C extends string>(table: CreateTableBuilder<T, C>) =>
  table.addColumn('user_id', 'text', (column) =>
    column.notNull().references('chatapp_users.id').onDelete('cascade'),
  )

const index = (db: Kysely<any>, table: string, columns: string[]): Promise<void> =>
  db.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute()
