import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'

/** A statement that takes at least a second. */
const LONG = sql<{ n: number }>`
  with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 5000000)
  select count(*) as n from numbers`

for (const backend of BACKENDS) {
  const { kind, skip } = backend

  test(`a long read delays no other work, on ${kind} [store.aside]`, { skip }, async (t) => {
    const store = await openTestStore(t, backend)
    const startedAt = performance.now()
    let isRead = false
    let longest = 0
    const reading = LONG.execute(store.slowReads).then(({ rows }) => {
      isRead = true
      return rows[0]!.n
    })
    for (let last = startedAt; !isRead;) {
      await store.db
        .insertInto('chatapp_settings')
        .values({ key: `at ${last}`, value: '1' })
        .execute()
      await new Promise((resolve) => setImmediate(resolve))
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }
    assert.equal(await reading, 5_000_000)
    assert.ok(longest < (performance.now() - startedAt) / 2, `${longest} ms`)
  })

  test(
    `a read beside the store sees written data at once, and its errors are those of the store, on ${kind} [store.aside]`,
    { skip },
    async (t) => {
      const store = await openTestStore(t, backend)
      for (const key of ['Ä', 'b']) {
        await store.db.insertInto('chatapp_settings').values({ key, value: '1' }).execute()
        const found = store.slowReads
          .selectFrom('chatapp_settings')
          .select('value')
          .where(sql<string>`lower(key)`, 'like', key.toLowerCase())
        assert.equal((await found.execute()).length, 1)
      }
      await assert.rejects(
        sql`select nothing from nowhere`.execute(store.slowReads),
        (error) => !isStoreUnavailable(error),
      )
      await store[Symbol.asyncDispose]()
      await assert.rejects(sql`select 1`.execute(store.slowReads))
    },
  )
}
