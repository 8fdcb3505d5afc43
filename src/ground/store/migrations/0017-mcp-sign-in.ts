import type { Kysely } from 'kysely'

/** Addresses of Hubs' MCP servers, and the programs that people let in there by signing in. */
export async function mcpSignIn(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('hubs').dropColumn('mcp').execute()
  for (const column of ['mcp_url', 'mcp_sign_in_url'])
    await db.schema.alterTable('hubs').addColumn(column, 'text').execute()

  await db.schema
    .createTable('mcp_programs')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('redirect_uris', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('allowed_at_ms', 'bigint')
    .execute()
  await db.schema
    .createIndex('mcp_programs_by_allowed_at_ms')
    .on('mcp_programs')
    .columns(['allowed_at_ms', 'created_at_ms'])
    .execute()

  await db.schema
    .createTable('mcp_codes')
    .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('sign_in_id', 'text', (column) => column.notNull())
    .addColumn('program_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('redirect_uri', 'text', (column) => column.notNull())
    .addColumn('code_challenge', 'text', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('used_at_ms', 'bigint')
    .execute()
  await db.schema.createIndex('mcp_codes_by_expires_at_ms').on('mcp_codes').column('expires_at_ms').execute()

  await db.schema
    .createTable('mcp_sign_ins')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('program_id', 'text', (column) => column.notNull())
    .addColumn('program_name', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at_ms', 'bigint')
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('mcp_sign_ins_by_user_id')
    .on('mcp_sign_ins')
    .columns(['user_id', 'created_at_ms'])
    .execute()

  await db.schema
    .createTable('mcp_tokens')
    .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('sign_in_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('used_at_ms', 'bigint')
    .execute()
  await db.schema.createIndex('mcp_tokens_by_sign_in_id').on('mcp_tokens').column('sign_in_id').execute()
}
