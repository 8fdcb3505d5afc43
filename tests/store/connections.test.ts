import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import { openStore, type Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'

const [sqlite, postgres] = BACKENDS

test('more different statements than are kept prepared all work [store.values]', async (t) => {
  const store = await openTestStore(t, sqlite!)
  for (let round = 0; round < 2; round++)
    for (let n = 0; n < 600; n++) {
      const { rows } = await sql<{ n: number }>`select ${sql.lit(n)} as n`.execute(store.db)
      assert.deepEqual(rows, [{ n }])
    }
})

test(
  'a connection that the server closed is reported and replaced [store.connection-lost]',
  { skip: postgres!.skip },
  async (t) => {
    const location = await postgres!.locateNone(t)
    const { promise: lost, resolve: onConnectionLost } = Promise.withResolvers<Error>()
    await using store = await openStore(location, { onConnectionLost })
    await using other = await openStore(location)
    await endOtherConnections(other)
    assert.match((await lost).message, /terminat/)
    assert.deepEqual(await store.db.selectFrom('usage_turns').selectAll().execute(), [])
  },
)

test(
  'a transaction fails alone if the server ends its connection between two statements [store.connection-lost]',
  { skip: postgres!.skip },
  async (t) => {
    const location = await postgres!.locateNone(t)
    const { promise: lost, resolve: onConnectionLost } = Promise.withResolvers<Error>()
    await using store = await openStore(location, { onConnectionLost })
    await using other = await openStore(location)
    const torn = store.transaction(async (tx) => {
      await setCounter(tx, '1')
      await endOtherConnections(other)
      await lost
      await setCounter(tx, '2')
    })
    await assert.rejects(torn, isStoreUnavailable)
    assert.deepEqual(await store.db.selectFrom('chatapp_settings').selectAll().execute(), [])
  },
)

test(
  'under load, every transaction is complete or unavailable, at any disconnection [store.connection-lost]',
  { skip: postgres!.skip },
  async (t) => {
    const location = await postgres!.locateNone(t)
    await using store = await openStore(location)
    await using other = await openStore(location)
    let isOver = false
    const killing = (async () => {
      for (let n = 0; n < 40; n++) await endOtherConnections(other)
      isOver = true
    })()
    const worker = async (key: string) => {
      while (!isOver) {
        const work = store.transaction(async (tx) => {
          await setCounter(tx, '1', key)
          await setImmediate()
          await sql`select pg_sleep(0.002)`.execute(tx)
          await setImmediate()
          await tx.deleteFrom('chatapp_settings').where('key', '=', key).execute()
        })
        await work.catch((error: unknown) => assert.ok(isStoreUnavailable(error), String(error)))
      }
    }
    await Promise.all([killing, ...Array.from({ length: 8 }, (_, n) => worker(`k${n}`))])
    assert.deepEqual(await store.db.selectFrom('chatapp_settings').selectAll().execute(), [])
  },
)

const endOtherConnections = ({ db }: Store) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)

const setCounter = (db: Kysely<Tables>, value: string, key = 'counter') =>
  db
    .insertInto('chatapp_settings')
    .values({ key, value })
    .onConflict((on) => on.column('key').doUpdateSet({ value }))
    .execute()
