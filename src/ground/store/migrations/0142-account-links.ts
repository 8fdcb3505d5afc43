import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  `create table account_links (
    id text not null primary key,
    kind text not null,
    email text not null,
    account_id text,
    mail_id text not null,
    token_hash text not null,
    details text not null,
    created_by text,
    created_at_ms bigint not null,
    expires_at_ms bigint not null
  )`,
  'create index account_links_by_token on account_links (token_hash)',
  'create index account_links_by_kind on account_links (kind, created_at_ms, id)',
  'create index account_links_by_account on account_links (account_id) where account_id is not null',
]

export async function accountLinks(db: Kysely<any>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
