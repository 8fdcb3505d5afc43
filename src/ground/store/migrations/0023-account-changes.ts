import { sql, type Kysely } from 'kysely'
import { kindOf } from '../kind.ts'

/**
 * The newest change of each account, numbered in the order of commits, so that holders of a copy only read
 * the changes. Triggers maintain it: no write to an account can bypass it.
 */
export async function accountChanges(db: Kysely<any>): Promise<void> {
  const isPostgres = kindOf(db) === 'postgres'
  const seq = isPostgres
    ? sql`bigint primary key generated always as identity`
    : sql`integer primary key autoincrement`
  await sql`create table chatapp_user_changes (seq ${seq}, account_id text not null unique)`.execute(db)
  await sql`
    insert into chatapp_user_changes (account_id) select id from chatapp_users order by created_at, id`.execute(
    db,
  )
  await (isPostgres ? postgresTrigger(db) : sqliteTriggers(db))
  await db.schema
    .createIndex('people_by_account_id')
    .on('people')
    .columns(['account_id'])
    .where(sql<boolean>`account_id is not null`)
    .execute()
  await db
    .insertInto('people_progress')
    .values(['accounts_followed', 'accounts_behind'].map((name) => ({ name, value: 0 })))
    .execute()
}

const COLUMNS = sql.raw('email, name, role, oauth, last_active_at')

/** Changes are serialized until their commit: after reading a number, all lower numbers are visible. */
async function postgresTrigger(db: Kysely<any>): Promise<void> {
  await sql`
    create function chatapp_user_changed() returns trigger language plpgsql as $$
    declare
      changed text;
    begin
      if tg_op = 'DELETE' then changed := old.id; else changed := new.id; end if;
      perform pg_advisory_xact_lock('chatapp_user_changes'::regclass::oid::bigint);
      delete from chatapp_user_changes where account_id = changed;
      insert into chatapp_user_changes (account_id) values (changed);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger chatapp_user_changed after insert or delete or update of ${COLUMNS} on chatapp_users
    for each row execute function chatapp_user_changed()`.execute(db)
}

async function sqliteTriggers(db: Kysely<any>): Promise<void> {
  for (const [name, event, row] of [
    ['added', sql`insert`, sql.raw('new')],
    ['changed', sql`update of ${COLUMNS}`, sql.raw('new')],
    ['removed', sql`delete`, sql.raw('old')],
  ] as const)
    await sql`
      create trigger ${sql.raw(`chatapp_user_${name}`)} after ${event} on chatapp_users begin
        delete from chatapp_user_changes where account_id = ${row}.id;
        insert into chatapp_user_changes (account_id) values (${row}.id);
      end`.execute(db)
}
