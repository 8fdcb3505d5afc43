import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { StoreTooOld } from '#ground/store/errors.ts'
import type { StoreLocation } from '#ground/store/location.ts'
import { BEFORE_BASELINE } from '#ground/store/migrations/before-baseline.ts'
import { MIGRATIONS } from '#ground/store/migrations/index.ts'
import { openStore, type Store } from '#ground/store/store.ts'
import { asSuperuser } from '../support/postgres.ts'
import { BACKENDS, type Backend } from '../support/stores.ts'
import { objectsOf } from './support/objects.ts'

async function locateEarlier(t: TestContext, backend: Backend, ...changes: string[]): Promise<StoreLocation> {
  const location = await backend.locateNone(t)
  const dump = readFileSync(new URL(`fixtures/before-baseline.${backend.kind}.sql`, import.meta.url), 'utf8')
  if (location.kind === 'postgres') await asSuperuser(location.url, dump, ...changes)
  else {
    await mkdir(dirname(location.path), { recursive: true })
    using database = new DatabaseSync(location.path)
    for (const script of [dump, ...changes]) database.exec(`begin; ${script}; commit`)
  }
  return location
}

const appliedTo = async ({ db }: Store) =>
  (await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)).rows.map(
    ({ name }) => name,
  )

for (const backend of BACKENDS)
  describe(`baseline on ${backend.kind}`, { skip: backend.skip }, () => {
    test('the baseline makes each object of the migrations before it, and no other [store.baseline]', async (t) => {
      const only = { migrations: { '0001-baseline': MIGRATIONS['0001-baseline']! } }
      await using made = await openStore(await backend.locateNone(t), only)
      await using earlier = await openStore(await locateEarlier(t, backend), only)
      const [objects, expected] = [await objectsOf(made.db), await objectsOf(earlier.db)]
      assert.ok(expected.length > 200, 'tables, indexes and triggers were read')
      assert.deepEqual(objects, expected)
    })

    test('a database from before the baseline opens unchanged, and takes later migrations [store.baseline]', async (t) => {
      const location = await locateEarlier(t, backend)
      {
        await using store = await openStore(location)
        assert.deepEqual(await store.db.selectFrom('chatapp_users').select('email').execute(), [
          { email: 'ann@example.com' },
        ])
        assert.equal(await store.madeAt(), '2026-11-29T12:00:00.000Z')
        const added = Object.keys(MIGRATIONS).filter((name) => name !== '0001-baseline')
        assert.deepEqual(await appliedTo(store), [...BEFORE_BASELINE, ...added].toSorted())
      }
      const later = {
        up: async (db: Store['db']) => void (await sql`create table things (id text)`.execute(db)),
      }
      await using store = await openStore(location, { migrations: { ...MIGRATIONS, '9001-things': later } })
      assert.deepEqual((await appliedTo(store)).at(-1), '9001-things')
    })

    test('a database with a part of the migrations before the baseline is refused, and names the version that opens it [store.baseline]', async (t) => {
      const newest = BEFORE_BASELINE.at(-1)!
      const location = await locateEarlier(
        t,
        backend,
        `delete from schema_migrations where name = '${newest}'`,
      )
      await assert.rejects(
        openStore(location),
        (error) =>
          error instanceof StoreTooOld && error.message.includes(newest) && /1\.0\.1/.test(error.message),
      )
    })
  })
