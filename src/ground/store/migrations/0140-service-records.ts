import { sql, type Kysely } from 'kysely'

export async function serviceRecords(db: Kysely<any>): Promise<void> {
  await sql`create table service_records (
    kind text not null,
    name text not null,
    subject text not null,
    at_ms bigint not null,
    starts_at_ms bigint,
    ends_at_ms bigint,
    succeeded_at_ms bigint,
    reason text,
    constraint service_records_key primary key (kind, name)
  )`.execute(db)
}
