import { sql, type Kysely } from 'kysely'
import type { Clock } from '#ground/base/clock.ts'
import {
  isLockTimeout,
  StoreInUse,
  StoreNotGranted,
  StoreNotMigrated,
  StoreTooNew,
  StoreTooOld,
} from './errors.ts'
import {
  FIRST_GENERATION,
  generationOf,
  newestGeneration,
  pendingOf,
  schemaStateOf,
  type AppliedMigration,
  type Migrations,
} from './generations.ts'
import type { StoreLocation } from './location.ts'
import { SILENT_MS } from './instance-tables.ts'

const MIGRATIONS_TABLE = 'schema_migrations'
const LOCK_TABLE = 'schema_migrations_lock'

/** No other program on the database may use this number. */
const ADVISORY_LOCK = 7_235_411_908

/** Other queries queue behind a migration that waits for a table lock, so each attempt waits only briefly. */
const TABLE_WAIT_MS = 400
const RETRY_DELAY_MS = 250
const ATTEMPTS = 200

export interface MigrateOptions {
  kind: StoreLocation['kind']
  migrations: Migrations
  clock: Pick<Clock, 'now' | 'sleep'>
}

/**
 * 1. A new database and a SQLite database get all missing migrations in one transaction. A Postgres database in use
 *    gets one transaction per migration.
 * 2. Of several processes that start together, the first migrates and the others wait.
 * 3. Migrations of the next release stay applied.
 *
 * @throws StoreTooNew if a release after the next release has changed the schema; StoreTooOld for a schema before the
 * baseline; StoreInUse if an instance cannot work with our schema; StoreNotGranted if Postgres forbids creating
 * tables.
 */
export async function migrate(db: Kysely<any>, options: MigrateOptions): Promise<void> {
  for (let attempt = 1; !(await isCurrent(db, options));)
    try {
      await db.transaction().execute((tx) => applyMigrations(tx, options))
      attempt = 1
    } catch (error) {
      if (options.kind === 'sqlite' || !isLockTimeout(error)) throw error
      if (attempt++ === ATTEMPTS) throw notChanged(error)
      await options.clock.sleep(RETRY_DELAY_MS)
    }
}

/** @throws StoreNotMigrated; StoreTooNew; StoreTooOld */
export async function checkMigrated(
  db: Kysely<any>,
  { name, ...options }: Omit<MigrateOptions, 'clock'> & { name: string },
): Promise<void> {
  if (await isCurrent(db, options)) return
  throw new StoreNotMigrated(name, (await readAppliedMigrations(db, options.kind)).length === 0)
}

async function applyMigrations(tx: Kysely<any>, options: MigrateOptions): Promise<void> {
  const { kind, migrations } = options
  if (kind === 'postgres') await lockPostgres(tx)
  if (await isCurrent(tx, options)) return // another process migrated before this process got the lock
  const applied = await readAppliedMigrations(tx, kind)
  const known = withApplied(migrations, applied)
  const { Migrator } = await import('kysely/migration')
  // Without `migrationTableSchema`, kysely could use a migrations table in another schema.
  const migrationTableSchema = kind === 'postgres' ? await schemaToChange(tx) : undefined
  let failure: Error | null = null
  const migrator = new Migrator({
    db: tx,
    ...(migrationTableSchema !== undefined && { migrationTableSchema }),
    provider: {
      getMigrations: async () =>
        kind === 'postgres' ? withShortLockTimeout(known, (error) => (failure = error)) : known,
    },
    migrationTableName: MIGRATIONS_TABLE,
    migrationLockTableName: LOCK_TABLE,
    allowUnorderedMigrations: true,
  })
  if (kind === 'postgres') await refuseBesideOlder(tx, applied, options)
  const isShared = kind === 'postgres' && applied.length > 0
  const { error, results = [] } = await (isShared ? migrator.migrateUp() : migrator.migrateToLatest())
  failure ??= (error as Error | undefined) ?? null
  if (failure) throw kind === 'postgres' && isLockTimeout(failure) ? failure : notChanged(failure)
  for (const { migrationName: name } of results)
    if (generationOf(migrations[name]!) !== FIRST_GENERATION)
      await tx
        .updateTable(MIGRATIONS_TABLE)
        .set({ generation: generationOf(migrations[name]!) })
        .where('name', '=', name)
        .execute()
}

/** Kysely must know each applied migration, but does not apply it again. */
function withApplied(migrations: Migrations, applied: readonly AppliedMigration[]): Migrations {
  const names = new Set(applied.map(({ name }) => name))
  const done = Object.fromEntries([...names].map((name) => [name, { up: async () => {} }]))
  return { ...done, ...pendingOf(names, migrations) }
}

/** Shortens the lock timeout, which kysely sets to one hour for each statement. */
const withShortLockTimeout = (migrations: Migrations, onFailure: (error: Error) => void): Migrations =>
  Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => {
      const up = async (tx: Kysely<any>) => {
        await sql`set local lock_timeout = ${sql.lit(TABLE_WAIT_MS)}`.execute(tx)
        await migration.up(tx).catch((error: Error) => {
          onFailure(error) // reported now, because kysely's next query fails with a different error
          throw error
        })
      }
      return [name, { ...migration, up }]
    }),
  )

const notChanged = (error: unknown): Error =>
  new Error(
    `failed to migrate the schema of the database: ${error instanceof Error ? error.message : 'unknown error'}`,
    { cause: error },
  )

async function isCurrent(
  db: Kysely<any>,
  { kind, migrations }: Omit<MigrateOptions, 'clock'>,
): Promise<boolean> {
  const state = schemaStateOf(await readAppliedMigrations(db, kind), migrations)
  if (state.is === 'beyond') throw new StoreTooNew(state.unknown)
  if (state.is === 'outdated') throw new StoreTooOld(state.missing)
  return state.is === 'current'
}

async function readAppliedMigrations(
  db: Kysely<any>,
  kind: StoreLocation['kind'],
): Promise<AppliedMigration[]> {
  if (!(await hasSchema(db, kind))) return []
  const rows = await db.selectFrom(MIGRATIONS_TABLE).selectAll().orderBy('name').execute()
  return rows.map(({ name, generation = FIRST_GENERATION }) => ({ name, generation }))
}

async function refuseBesideOlder(
  tx: Kysely<any>,
  applied: readonly AppliedMigration[],
  { migrations, clock }: MigrateOptions,
): Promise<void> {
  const oldest = newestGeneration(migrations) - 1
  if (applied.length === 0) return
  const older = await tx
    .selectFrom('machines')
    .select(['name', 'version'])
    .where('ended_at_ms', 'is', null)
    .where('heard_at_ms', '>', clock.now() - SILENT_MS)
    .where('generation', '<', oldest)
    .orderBy('name')
    .execute()
  if (older.length > 0) throw new StoreInUse(older)
}

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
 * Kysely's own lock ends before the commit, when other processes still read the old schema. This lock has no timeout,
 * because the wait may be long.
 */
async function lockPostgres(tx: Kysely<any>): Promise<void> {
  await sql`set local lock_timeout = 0`.execute(tx)
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.execute(tx)
}
