import { sql, type Kysely } from 'kysely'

/** Marks versions that a Hub recorded from its folder, and versions that restored an older version. */
export async function folderVersions(db: Kysely<any>): Promise<void> {
  await sql`alter table hub_versions add column origin text`.execute(db)
  await sql`alter table hub_versions add column restores bigint`.execute(db)
  await sql`alter table hub_versions add column changed_files bigint`.execute(db)
}
