import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { StoreLocation } from '#ground/store/location.ts'
import { openStore, type Store, type StoreOptions } from '#ground/store/store.ts'
import { createMigratedPostgres, placeMigratedSqlite } from './migrated.ts'
import { createPostgresDatabase, postgresPrograms } from './postgres.ts'

export interface Backend {
  kind: StoreLocation['kind']
  /** Reason why tests of this store cannot run here, or false. */
  skip: string | false
  locate(t: TestContext): Promise<StoreLocation>
  /** Location of a store that does not exist yet; opening creates it. */
  locateNone(t: TestContext): Promise<StoreLocation>
}

export const BACKENDS: readonly Backend[] = [
  {
    kind: 'sqlite',
    skip: false,
    locate: (t) => SQLITE.locate(t),
    locateNone: async (t) => ({ kind: 'sqlite', path: await newPath(t) }),
  },
  {
    kind: 'postgres',
    skip: postgresPrograms ? false : 'no Postgres programs on this machine',
    locate: async () => ({ kind: 'postgres', url: await createMigratedPostgres() }),
    locateNone: async () => ({ kind: 'postgres', url: await createPostgresDatabase() }),
  },
]

async function newPath(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-store-'))
  t.after(() => rm(folder, { recursive: true }))
  return join(folder, 'data', 'hub.db')
}

export const SQLITE = {
  async locate(t: TestContext) {
    const path = await newPath(t)
    await placeMigratedSqlite(path)
    return { kind: 'sqlite' as const, path }
  },
}

export const urlOf = (location: StoreLocation): string =>
  location.kind === 'postgres' ? location.url : `sqlite:${location.path}`

export async function openTestStore(
  t: TestContext,
  backend: Backend,
  options?: StoreOptions,
): Promise<Store> {
  const store = await openStore(await backend.locate(t), options)
  t.after(() => store[Symbol.asyncDispose]())
  return store
}
