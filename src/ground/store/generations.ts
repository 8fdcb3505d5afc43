import type { Migration } from 'kysely/migration'

/**
 * One step of the schema. The schemas of releases are counted: a *generation* is what a release changes at the one before it. A
 * release works on its own generation and on the next one, so a step only adds, but for what the release before uses no more.
 */
export interface SchemaMigration extends Migration {
  /** Left out: the first. */
  generation?: number
  /**
   * Objects of earlier releases that the migration removes: `table`, `table.column`, or the name of an index
   * or a constraint. The previous release must not use them any more.
   */
  removes?: readonly string[]
  /**
   * Earlier migrations with the same result, all together. A database on which they were applied does not need this
   * one; a database on which only a part was applied is refused.
   */
  replaces?: readonly string[]
}

export type Steps = Readonly<Record<string, SchemaMigration>>

/** A step that was applied to a store. */
export interface AppliedStep {
  name: string
  generation: number
}

export const FIRST_GENERATION = 1

export const generationOf = ({
  generation = FIRST_GENERATION,
}: Pick<SchemaMigration, 'generation'>): number => generation

/** Generation of a release with these migrations. */
export const newestGeneration = (steps: Steps): number =>
  Math.max(FIRST_GENERATION, ...Object.values(steps).map(generationOf))

/**
 * A store's schema compared with that of a release.
 *
 * - `current`: all steps of the release were applied, and none but those of the next generation beside them
 * - `behind`: steps of the release are pending
 * - `beyond`: a newer, incompatible release was here
 * - `outdated`: only a part of the steps that the release has replaced was applied
 */
export type Standing =
  | { is: 'current' | 'behind' }
  | { is: 'beyond'; unknown: readonly string[] }
  | { is: 'outdated'; missing: readonly string[] }

export function standingOf(applied: readonly AppliedStep[], steps: Steps): Standing {
  const next = newestGeneration(steps) + 1
  const names = new Set(applied.map(({ name }) => name))
  for (const { replaces = [] } of Object.values(steps)) {
    const missing = replaces.filter((name) => !names.has(name))
    if (missing.length > 0 && missing.length < replaces.length) return { is: 'outdated', missing }
  }
  const pending = Object.keys(pendingOf(names, steps))
  const known = new Set(Object.entries(steps).flatMap(([name, { replaces = [] }]) => [name, ...replaces]))
  const unknown = applied.filter(({ name }) => !known.has(name))
  if (unknown.length > 0 && !(pending.length === 0 && unknown.every(({ generation }) => generation === next)))
    return { is: 'beyond', unknown: unknown.map(({ name }) => name) }
  return { is: pending.length === 0 ? 'current' : 'behind' }
}

/** Steps that a store lacks, given the names of the applied steps. */
export const pendingOf = (applied: ReadonlySet<string>, steps: Steps): Steps =>
  Object.fromEntries(
    Object.entries(steps).filter(
      ([name, { replaces = [] }]) =>
        !applied.has(name) && !(replaces.length > 0 && replaces.every((replaced) => applied.has(replaced))),
    ),
  )
