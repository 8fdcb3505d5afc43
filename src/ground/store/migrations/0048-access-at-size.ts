import type { Kysely } from 'kysely'

/** Grants may end at a time, and are found by what they give. */
export async function accessAtSize(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('access_grants').addColumn('expires_at_ms', 'bigint').execute()
  await db.schema
    .createIndex('access_grants_by_end')
    .on('access_grants')
    .columns(['expires_at_ms'])
    .where('expires_at_ms', 'is not', null)
    .execute()
  await db.schema
    .createIndex('access_grants_by_permission')
    .on('access_grants')
    .columns(['permission', 'hub', 'subject'])
    .execute()
}
