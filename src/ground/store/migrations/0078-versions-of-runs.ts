import type { Kysely } from 'kysely'

/** With which published version of its Hub a run began, and with which it was executed last. */
export async function versionsOfRuns(db: Kysely<any>): Promise<void> {
  for (const column of ['hub_version', 'last_hub_version'])
    await db.schema.alterTable('runs').addColumn(column, 'integer').execute()
}
