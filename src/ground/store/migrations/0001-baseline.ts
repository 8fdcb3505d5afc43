import { sql, type Kysely } from 'kysely'
import { databaseKind } from '../kind.ts'
import { ACCESS } from './baseline/access.ts'
import { ACCOUNTS } from './baseline/accounts.ts'
import { AGENT } from './baseline/agent.ts'
import { FEATURES } from './baseline/features.ts'
import { INSTANCES } from './baseline/instances.ts'
import { POSTGRES } from './baseline/postgres.ts'
import { SQLITE } from './baseline/sqlite.ts'
import { WEB_CHAT } from './baseline/web-chat.ts'
import { WORK } from './baseline/work.ts'

const GENERATIONS = 'alter table schema_migrations add column generation integer not null default 1;\n'

export async function baseline(db: Kysely<any>): Promise<void> {
  const own = databaseKind(db) === 'postgres' ? POSTGRES : SQLITE
  for (const script of [GENERATIONS, ACCOUNTS, WEB_CHAT, ACCESS, AGENT, WORK, FEATURES, INSTANCES, own])
    for (const statement of statementsOf(script)) await sql.raw(statement).execute(db)
}

/** Splits the script after each statement. Statements within a trigger are indented, so they stay together. */
const statementsOf = (script: string): string[] =>
  script.split(/;\n+(?! )/).filter((part) => part.trim() !== '')
