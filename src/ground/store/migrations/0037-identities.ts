import type { Kysely } from 'kysely'

/** Identities at identity providers, and groups that those manage. */
export async function identityTables(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('chatapp_identities')
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('chatapp_users.id').onDelete('cascade'),
    )
    .addColumn('is_vouched', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('chatapp_identities_pk', ['issuer', 'subject'])
    .execute()
  await db.schema
    .createIndex('chatapp_identities_by_user_id')
    .on('chatapp_identities')
    .columns(['user_id'])
    .execute()

  await db.schema
    .createTable('chatapp_given_groups')
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('group_id', 'text', (column) =>
      column.notNull().references('chatapp_groups.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('chatapp_given_groups_pk', ['issuer', 'name'])
    .execute()
  await db.schema
    .createIndex('chatapp_given_groups_by_group_id')
    .on('chatapp_given_groups')
    .columns(['group_id'])
    .execute()
}
