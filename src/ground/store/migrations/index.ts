import type { Kysely } from 'kysely'
import type { SchemaMigration, Steps } from '../generations.ts'
import { BEFORE_BASELINE } from './before-baseline.ts'
import type * as steps from './steps.ts'

const step = (name: keyof typeof steps): SchemaMigration => ({
  up: async (db: Kysely<any>) => (await import('./steps.ts'))[name](db),
})

/**
 * Every migration of the schema, in order of its name. Forward only, and never edited once released: a change is a new migration.
 * The first migration after a release begins the next generation. The list is written out so that a bundled build carries it.
 */
export const MIGRATIONS: Steps = {
  '0001-baseline': { ...step('baseline'), replaces: BEFORE_BASELINE },
}
