import { sql, type Kysely } from 'kysely'

/** Source, last edit and use of each note. */
export async function noteFacts(db: Kysely<any>): Promise<void> {
  for (const column of ['source text', 'changed_at_ms bigint', 'uses integer', 'used_at_ms bigint'])
    await sql`alter table memory_notes add column ${sql.raw(column)}`.execute(db)
}
