import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { StoreLocation } from '#ground/store/location.ts'
import { openStore, type Store, type StoreOptions } from '#ground/store/store.ts'
import { createPostgresDatabase, postgresPrograms } from './postgres.ts'

/** A database that store tests run on. */
export interface Backend {
  kind: StoreLocation['kind']
  /** Why its tests can't run on this machine, or false. */
  skip: string | false
  /** Where a new, empty store may be opened. */
  locate(t: TestContext): Promise<StoreLocation>
}

export const BACKENDS: readonly Backend[] = [
  {
    kind: 'sqlite',
    skip: false,
    async locate(t) {
      const folder = await mkdtemp(join(tmpdir(), 'hub-store-'))
      t.after(() => rm(folder, { recursive: true }))
      return { kind: 'sqlite', path: join(folder, 'data', 'hub.db') }
    },
  },
  {
    kind: 'postgres',
    skip: postgresPrograms ? false : 'no Postgres programs on this machine',
    locate: async () => ({ kind: 'postgres', url: await createPostgresDatabase() }),
  },
]

/** A new, empty store that closes when the test ends. */
export async function openTestStore(
  t: TestContext,
  backend: Backend,
  options?: StoreOptions,
): Promise<Store> {
  const store = await openStore(await backend.locate(t), options)
  t.after(() => store[Symbol.asyncDispose]())
  return store
}
