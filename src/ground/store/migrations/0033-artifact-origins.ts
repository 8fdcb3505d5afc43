import { sql, type Kysely } from 'kysely'

/** Which file of which chat a version was published from. */
export async function artifactOrigins(db: Kysely<any>): Promise<void> {
  for (const column of ['chat', 'chat_file'])
    await db.schema.alterTable('artifact_versions').addColumn(column, 'text').execute()
  await sql`create index artifact_versions_by_chat on artifact_versions (chat) where chat is not null`.execute(
    db,
  )
}
