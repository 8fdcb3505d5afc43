import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openStore } from '#store/store.ts'
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
    const location = await postgres!.locate(t)
    const { promise: lost, resolve: onConnectionLost } = Promise.withResolvers<Error>()
    await using store = await openStore(location, { onConnectionLost })
    await using other = await openStore(location)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(other.db)
    assert.match((await lost).message, /terminat/)
    assert.deepEqual(await store.db.selectFrom('usage_turns').selectAll().execute(), [])
  },
)
