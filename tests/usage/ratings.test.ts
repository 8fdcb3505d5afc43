import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countRatings, readRatings } from '#core/ratings/read.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'

for (const backend of BACKENDS)
  describe(`ratings on ${backend.kind}`, { skip: backend.skip }, () => {
    test('ratings of a Hub are counted in a span and listed newest first, by verdict and page [ratings.read]', async (t) => {
      const store = await openTestStore(t, backend)
      const rows = [1, 0, 1, 1, 0].map((isGood, at) => ({
        chat_id: 'c',
        message_id: `m${at}`,
        user_id: null,
        hub: at === 4 ? 'orchard' : 'garden',
        model: 'garden',
        is_good: isGood,
        reason: null,
        comment: `at ${at}`,
        rated_at: at,
      }))
      await store.db.insertInto('chatapp_ratings').values(rows).execute()
      const count = (since: number, until: number) => countRatings(store, { hub: 'garden', since, until })
      assert.deepEqual(await count(0, 10), { good: 3, bad: 1 })
      assert.deepEqual(await count(1, 3), { good: 1, bad: 1 })
      assert.deepEqual(await count(7, 9), { good: 0, bad: 0 })

      const read = async (verdict: 'good' | 'bad' | undefined, limit: number, offset: number) => {
        const { items, total } = await readRatings(store, { hub: 'garden', verdict, limit, offset })
        return [items.map(({ comment }) => comment), total]
      }
      assert.deepEqual(await read(undefined, 2, 1), [['at 2', 'at 1'], 4])
      assert.deepEqual(await read('good', 50, 0), [['at 3', 'at 2', 'at 0'], 3])
      assert.deepEqual(await read('bad', 50, 0), [['at 1'], 1])
    })
  })
