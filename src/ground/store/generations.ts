import type { Migration } from 'kysely/migration'

/**
 * A migration must keep all objects that the previous release uses, because that release may run on the changed
 * schema.
 */
export interface SchemaMigration extends Migration {
  generation?: number
  /** `table`, `table.column`, or the name of an index or constraint. The previous release must not use them. */
  removes?: readonly string[]
  /** Earlier migrations that this migration combines. A database with only some of them is refused. */
  replaces?: readonly string[]
}

export type Migrations = Readonly<Record<string, SchemaMigration>>

export interface AppliedMigration {
  name: string
  generation: number
}

export const FIRST_GENERATION = 1

export const generationOf = ({
  generation = FIRST_GENERATION,
}: Pick<SchemaMigration, 'generation'>): number => generation

export const newestGeneration = (migrations: Migrations): number =>
  Math.max(FIRST_GENERATION, ...Object.values(migrations).map(generationOf))

/**
 * A database's schema compared with that of a release.
 *
 * - `current`: all migrations of the release are applied, and no others except those of the next generation
 * - `behind`: migrations of the release are pending
 * - `beyond`: a newer, incompatible release has changed the schema
 * - `outdated`: only some of the migrations that a newer migration `replaces` are applied
 */
export type SchemaState =
  | { is: 'current' | 'behind' }
  | { is: 'beyond'; unknown: readonly string[] }
  | { is: 'outdated'; missing: readonly string[] }

export function schemaStateOf(applied: readonly AppliedMigration[], migrations: Migrations): SchemaState {
  const next = newestGeneration(migrations) + 1
  const names = new Set(applied.map(({ name }) => name))
  for (const { replaces = [] } of Object.values(migrations)) {
    const missing = replaces.filter((name) => !names.has(name))
    if (missing.length > 0 && missing.length < replaces.length) return { is: 'outdated', missing }
  }
  const pending = Object.keys(pendingOf(names, migrations))
  const known = new Set(
    Object.entries(migrations).flatMap(([name, { replaces = [] }]) => [name, ...replaces]),
  )
  const unknown = applied.filter(({ name }) => !known.has(name))
  if (unknown.length > 0 && !(pending.length === 0 && unknown.every(({ generation }) => generation === next)))
    return { is: 'beyond', unknown: unknown.map(({ name }) => name) }
  return { is: pending.length === 0 ? 'current' : 'behind' }
}

export const pendingOf = (applied: ReadonlySet<string>, migrations: Migrations): Migrations =>
  Object.fromEntries(
    Object.entries(migrations).filter(
      ([name, { replaces = [] }]) =>
        !applied.has(name) && !(replaces.length > 0 && replaces.every((replaced) => applied.has(replaced))),
    ),
  )
