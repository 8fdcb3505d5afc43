import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  `create table notice_settings (
    email text not null primary key,
    account_id text not null,
    muted text not null,
    level text not null,
    with_solved integer not null,
    pace text not null,
    daily_at integer not null,
    quiet_from integer,
    quiet_until integer,
    time_zone text not null,
    language text not null,
    due_at_ms bigint not null
  )`,
  'create index notice_settings_by_due on notice_settings (due_at_ms)',
  `create table notice_ways (
    id text not null primary key,
    email text not null,
    kind text not null,
    hub text,
    channel text,
    target text,
    secret text,
    created_at_ms bigint not null,
    last_outcome text,
    last_reason text,
    last_at_ms bigint,
    failing_since_ms bigint,
    paused_at_ms bigint
  )`,
  'create index notice_ways_by_email on notice_ways (email)',
  `create table notice_items (
    email text not null,
    item text not null,
    level text not null,
    count integer not null,
    facts text not null,
    seen_at_ms bigint not null,
    notified_at_ms bigint,
    constraint notice_items_key primary key (email, item)
  )`,
  `create table notice_letters (
    id text not null primary key,
    email text not null,
    way_id text not null,
    items text not null,
    state text not null,
    attempts integer not null,
    reason text,
    created_at_ms bigint not null,
    due_at_ms bigint not null,
    ended_at_ms bigint
  )`,
  `create index notice_letters_by_due on notice_letters (due_at_ms) where ended_at_ms is null`,
  `create index notice_letters_by_way on notice_letters (way_id)`,
  `create index notice_letters_by_end on notice_letters (ended_at_ms) where ended_at_ms is not null`,
  'create table notice_rounds (name text not null primary key, slot_ms bigint not null)',
  `insert into notice_rounds (name, slot_ms) values ('attention', 0)`,
]

export async function notices(db: Kysely<any>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}
