import type { Kysely } from 'kysely'

/** Bytes in a bucket that machines share, and which bucket each machine uses. */
export async function blobs(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable('blob_holds')
    .addColumn('area', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('held_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('leaving_at_ms', 'bigint')
    .addPrimaryKeyConstraint('blob_holds_key', ['area', 'hash'])
    .execute()
  await db.schema.alterTable('machines').addColumn('blobs', 'text').execute()
}
