import { sql, type Kysely } from 'kysely'

/** Deleted accounts, so that each Hub erases the notes in its folder. */
export async function memoryErasures(db: Kysely<any>): Promise<void> {
  await sql`create table memory_erasures (
    person text not null primary key,
    erased_at_ms bigint not null
  )`.execute(db)
  await sql`create index memory_erasures_by_time on memory_erasures (erased_at_ms)`.execute(db)
}
