import type { Kysely } from 'kysely'

/** Lists of artifacts are counted and put in order from their indexes alone. */
export async function artifactsAtSize(db: Kysely<any>): Promise<void> {
  for (const name of ['owner', 'audience']) await db.schema.dropIndex(`artifacts_by_${name}`).execute()
  await db.schema
    .createIndex('artifacts_by_owner')
    .on('artifacts')
    .columns(['owner', 'owner_id', 'updated_at_ms', 'id', 'hub', 'preview'])
    .execute()
  await db.schema
    .createIndex('artifacts_by_audience')
    .on('artifacts')
    .columns(['audience', 'hub', 'updated_at_ms', 'id', 'owner_id', 'owner', 'preview'])
    .execute()
}
