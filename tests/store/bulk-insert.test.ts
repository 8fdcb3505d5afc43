import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createBulkInsert } from '#ground/store/bulk-insert.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'

interface Setting {
  key: string
  value: string
}

const insertSettings = createBulkInsert((tx, rows: readonly Setting[]) =>
  tx
    .insertInto('chatapp_settings')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key'),
)

for (const backend of BACKENDS)
  describe(`inserts in bulk on ${backend.kind}`, { skip: backend.skip }, () => {
    for (const count of [0, 1, 5, 83, 600])
      test(`${count} rows are all stored, and those that are new are given back [store.bulk]`, async (t) => {
        const store = await openTestStore(t, backend)
        const rows = Array.from({ length: count }, (_, n) => ({ key: `k${n}`, value: `v${n}\0` }))
        const insert = () => store.transaction((tx) => insertSettings(tx, rows))
        assert.deepEqual(
          await insert(),
          rows.map(({ key }) => ({ key })),
        )
        assert.deepEqual(await insert(), [])
        const stored = await store.db.selectFrom('chatapp_settings').select(['key', 'value']).execute()
        assert.deepEqual(
          new Map(stored.map(({ key, value }) => [key, value])),
          new Map(rows.map(({ key }, n) => [key, `v${n}`])),
        )
      })

    test('rows of different columns are refused instead of mixed up [store.bulk]', async (t) => {
      const store = await openTestStore(t, backend)
      await store.transaction((tx) => insertSettings(tx, [{ key: 'a', value: 'b' }]))
      const odd = { key: 'c' } as Setting
      await assert.rejects(
        store.transaction((tx) => insertSettings(tx, [odd])),
        TypeError,
      )
    })
  })
