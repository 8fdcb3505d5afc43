import { PostgresAdapter, type Kysely } from 'kysely'
import type { StoreLocation } from './location.ts'
import type { Tables } from './tables.ts'

export const databaseKind = (db: Kysely<Tables>): StoreLocation['kind'] =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
