import { join } from 'node:path'
import type { StoreLocation } from '#ground/store/location.ts'
import { createPostgresDatabase } from '../../tests/support/postgres.ts'
import { MEASURED, moveTo, OTHERS } from './cores.ts'
import { temporaryFolder } from './folder.ts'

/** SQLite, or a Postgres server on the other core if the script has the argument `postgres`. */
export async function newStore(): Promise<StoreLocation> {
  if (!process.argv.includes('postgres')) return { kind: 'sqlite', path: join(temporaryFolder(), 'hub.db') }
  moveTo(OTHERS) // the database server, started next, inherits this core
  const url = await createPostgresDatabase()
  moveTo(MEASURED)
  return { kind: 'postgres', url }
}
