import type { Kysely } from 'kysely'

/** Which published version of its Hub each bridge has. */
export async function servedVersions(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('hub_servers').addColumn('hub_version', 'bigint').execute()
}
