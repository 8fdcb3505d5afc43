import { PostgresAdapter, type Kysely } from 'kysely'
import type { StoreLocation } from './location.ts'
import type { Tables } from './tables.ts'

/** On which database this is, for the few statements that the two do not share. */
export const databaseKind = (db: Kysely<Tables>): StoreLocation['kind'] =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
