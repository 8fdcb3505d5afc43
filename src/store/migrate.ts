import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { StoreTooNew } from './errors.ts'
import { MIGRATIONS } from './migrations/index.ts'
import type { StoreLocation } from './location.ts'

const MIGRATIONS_TABLE = 'schema_migrations'
const LOCK_TABLE = 'schema_migrations_lock'

/** Any number that no other program on the same database uses. */
const ADVISORY_LOCK = 7_235_411_908

export type Migrations = Readonly<Record<string, Migration>>

/**
 * Bring a store to the newest schema, whole or not at all. Processes that start together wait for the first one.
 *
 * @throws StoreTooNew when a newer release has been here.
 */
export async function migrate(
  db: Kysely<any>,
  kind: StoreLocation['kind'],
  migrations: Migrations = MIGRATIONS,
): Promise<void> {
  if (await isCurrent(db, kind, migrations)) return
  const { Migrator } = await import('kysely/migration')
  await db.transaction().execute(async (tx) => {
    if (kind === 'postgres') await lockPostgres(tx)
    if (await isCurrent(tx, kind, migrations)) return // somebody else did it while we waited
    const { error } = await new Migrator({
      db: tx,
      provider: { getMigrations: async () => migrations },
      migrationTableName: MIGRATIONS_TABLE,
      migrationLockTableName: LOCK_TABLE,
    }).migrateToLatest()
    if (error)
      throw new Error(`the schema of the store could not be changed: ${messageOf(error)}`, { cause: error })
  })
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown error')

async function isCurrent(
  db: Kysely<any>,
  kind: StoreLocation['kind'],
  migrations: Migrations,
): Promise<boolean> {
  const applied = await appliedMigrations(db, kind)
  const unknown = applied.filter((name) => !Object.hasOwn(migrations, name))
  if (unknown.length > 0) throw new StoreTooNew(unknown)
  return applied.length === Object.keys(migrations).length
}

async function appliedMigrations(db: Kysely<any>, kind: StoreLocation['kind']): Promise<string[]> {
  if (!(await hasSchema(db, kind))) return []
  const rows = await db.selectFrom(MIGRATIONS_TABLE).select('name').orderBy('name').execute()
  return rows.map((row) => row.name as string)
}

/** When the first step was applied, to the millisecond; null when none was. */
export async function storeMadeAt(db: Kysely<any>, kind: StoreLocation['kind']): Promise<string | null> {
  if (!(await hasSchema(db, kind))) return null
  const first = await db.selectFrom(MIGRATIONS_TABLE).select('timestamp').orderBy('name').limit(1).execute()
  return (first[0]?.timestamp as string | undefined) ?? null
}

async function hasSchema(db: Kysely<any>, kind: StoreLocation['kind']): Promise<boolean> {
  const found =
    kind === 'sqlite'
      ? sql`select 1 from sqlite_schema where name = ${MIGRATIONS_TABLE}`
      : sql`select 1 where to_regclass(${MIGRATIONS_TABLE}) is not null`
  return (await found.execute(db)).rows.length > 0
}

/**
 * Held to the end of the transaction. The lock that kysely takes by itself ends before the commit, when another
 * process could still see the old schema. Waiting for it, or building an index, may take longer than a query may.
 */
async function lockPostgres(tx: Kysely<any>): Promise<void> {
  await sql`set local lock_timeout = 0`.execute(tx)
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.execute(tx)
}
