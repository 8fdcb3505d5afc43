import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  `create table account_mails (
    id text not null primary key,
    kind text not null,
    email text not null,
    language text not null,
    state text not null,
    attempts integer not null,
    reason text,
    created_at_ms bigint not null,
    due_at_ms bigint not null,
    ended_at_ms bigint
  )`,
  'create index account_mails_by_due on account_mails (due_at_ms) where ended_at_ms is null',
  'create index account_mails_by_end on account_mails (ended_at_ms) where ended_at_ms is not null',
]

export async function accountMails(db: Kysely<any>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
