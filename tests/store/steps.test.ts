import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { StoreTooNew } from '#ground/store/errors.ts'
import type { Migrations } from '#ground/store/generations.ts'
import type { StoreLocation } from '#ground/store/location.ts'
import { MIGRATIONS } from '#ground/store/migrations/index.ts'
import { openStore, type Store } from '#ground/store/store.ts'
import { createMigratedPostgres } from '../support/migrated.ts'
import { pgbouncerProgram, startPgbouncer } from '../support/pgbouncer.ts'
import { BACKENDS } from '../support/stores.ts'

const postgres = BACKENDS.find(({ kind }) => kind === 'postgres')!

const NEXT: Migrations = {
  ...MIGRATIONS,
  '9001-note': {
    generation: 2,
    up: (db) => db.schema.alterTable('chatapp_settings').addColumn('note', 'text').execute(),
  },
}

const close = async (opening: Promise<Store>) => (await opening)[Symbol.asyncDispose]()

async function readOnAll(store: Store): Promise<unknown[]> {
  const read = () =>
    store.db.transaction().execute(async (tx) => {
      await tx.selectFrom('chatapp_settings').selectAll().execute()
      return tx.selectFrom('chatapp_settings').selectAll().execute()
    })
  return Promise.all(Array.from({ length: 5 }, read))
}

/** Prepared statements must keep working on their connections after a table has changed. */
async function goesOn(location: StoreLocation): Promise<void> {
  await using store = await openStore(location)
  await store.db.insertInto('chatapp_settings').values({ key: 'colour', value: '"red"' }).execute()
  await readOnAll(store)
  await close(openStore(location, { migrations: NEXT }))
  for (const [row] of (await readOnAll(store)) as { key: string; value: string }[][])
    assert.deepEqual([row!.key, row!.value], ['colour', '"red"'])
  await store.db.insertInto('chatapp_settings').values({ key: 'size', value: '1' }).execute()
}

for (const backend of BACKENDS)
  describe(`steps on ${backend.kind}`, { skip: backend.skip }, () => {
    test('a store of the next release is worked on as it is, one beyond it is not [store.schema-newer]', async (t) => {
      const location = await backend.locateNone(t)
      await close(openStore(location, { migrations: NEXT }))
      await using store = await openStore(location)
      await store.db.insertInto('chatapp_settings').values({ key: 'a', value: '1' }).execute()
      assert.equal(store.generation, 1)
      const beyond = { ...NEXT, '9002-beyond': { generation: 3, up: async () => {} } }
      await close(openStore(location, { migrations: beyond }))
      await close(openStore(location, { migrations: NEXT }))
      await assert.rejects(
        openStore(location),
        (error) => error instanceof StoreTooNew && /9001-note, 9002-beyond/.test(error.message),
      )
    })

    test('no statement minds that a table changed since it ran [store.unprepared]', async (t) =>
      goesOn(await backend.locate(t)))
  })

const noPgbouncer = postgres.skip || (pgbouncerProgram ? false : 'no pgbouncer')
test('nor through pgbouncer [store.unprepared]', { skip: noPgbouncer }, async (t: TestContext) => {
  const ignore_startup_parameters = 'lock_timeout,statement_timeout,idle_in_transaction_session_timeout'
  const url = await startPgbouncer(t, await createMigratedPostgres(), { ignore_startup_parameters })
  await goesOn({ kind: 'postgres', url })
})

test(
  'Postgres keeps none of our statements prepared [store.unprepared]',
  { skip: postgres.skip },
  async (t) => {
    await using store = await openStore(await postgres.locate(t))
    await readOnAll(store)
    const kept = () =>
      store.db.transaction().execute((tx) => sql`select statement from pg_prepared_statements`.execute(tx))
    for (const { rows } of await Promise.all(Array.from({ length: 5 }, kept))) assert.deepEqual(rows, [])
  },
)

test(
  'a migration that cannot lock its table gives way to others, and retries [store.steps]',
  { skip: postgres.skip },
  async (t) => {
    const location = await postgres.locate(t)
    await using store = await openStore(location)
    const read = async () => {
      const begun = performance.now()
      await store.db.selectFrom('chatapp_settings').selectAll().execute()
      return performance.now() - begun
    }
    const isWaiting = async () => {
      const { rows } = await sql`select 1 from pg_locks where not granted`.execute(store.db)
      return rows.length > 0
    }
    let stepping = Promise.resolve()
    await store.transaction(async (tx) => {
      await tx.selectFrom('chatapp_settings').selectAll().execute() // holds a lock until the transaction ends
      stepping = close(openStore(location, { migrations: NEXT }))
      for (let times = 0; times < 3; times++) {
        while (!(await isWaiting()));
        const ms = await read() // the read waits behind the migration's lock request, until the migration gives up
        assert.ok(ms < 5000, `${ms}`)
      }
    })
    await stepping
    const rows = await store.db.selectFrom('chatapp_settings').selectAll().execute()
    assert.deepEqual(rows, [])
    await using next = await openStore(location, { migrations: NEXT })
    await sql`select note from chatapp_settings`.execute(next.db)
  },
)
