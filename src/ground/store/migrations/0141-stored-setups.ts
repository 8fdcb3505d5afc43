import { sql, type Kysely } from 'kysely'

export async function storedSetups(db: Kysely<any>): Promise<void> {
  await sql`create table stored_setups (
    kind text not null,
    name text not null,
    revision text not null,
    settings text not null,
    changed_at_ms bigint not null,
    changed_by text not null,
    constraint stored_setups_key primary key (kind, name)
  )`.execute(db)
}
