import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { StoreNotGranted, StoreTooNew } from './errors.ts'
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
 * @throws StoreTooNew when a newer release has been here, StoreNotGranted when Postgres lets us make no tables.
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
    // Kysely would take another schema's table for ours.
    const migrationTableSchema = kind === 'postgres' ? await schemaToChange(tx) : undefined
    const { error } = await new Migrator({
      db: tx,
      ...(migrationTableSchema !== undefined && { migrationTableSchema }),
      provider: { getMigrations: async () => migrations },
      migrationTableName: MIGRATIONS_TABLE,
      migrationLockTableName: LOCK_TABLE,
      allowUnorderedMigrations: true, // steps of releases that were made side by side are of different tables
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
      : sql`select 1 from pg_tables where tablename = ${MIGRATIONS_TABLE}
          and schemaname = ${(await readSchema(db)).schema}`
  return (await found.execute(db)).rows.length > 0
}

/** The schema that tables are made in: the first of the search path that is there for us. */
async function readSchema(db: Kysely<any>) {
  const { rows } = await sql<{ schema: string | null; role: string; searchPath: string; mayCreate: boolean }>`
    select current_schema() as schema, current_user as role, current_setting('search_path') as "searchPath",
      has_schema_privilege(current_schema(), 'create') as "mayCreate"`.execute(db)
  const { schema, mayCreate, ...about } = rows[0]!
  if (schema === null) throw new StoreNotGranted({ ...about, schema })
  return { ...about, schema, mayCreate }
}

async function schemaToChange(db: Kysely<any>): Promise<string> {
  const { mayCreate, ...about } = await readSchema(db)
  if (!mayCreate) throw new StoreNotGranted(about)
  return about.schema
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
