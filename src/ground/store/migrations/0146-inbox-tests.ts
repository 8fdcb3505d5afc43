import { sql, type Kysely } from 'kysely'

export async function inboxTests(db: Kysely<any>): Promise<void> {
  await sql`create table inbox_tests (
    hub text not null,
    inbox text not null,
    wait text not null,
    constraint inbox_tests_key primary key (hub, inbox)
  )`.execute(db)
}
