import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { startResponseRetention } from '#core/responses/retention.ts'
import { createStoredResponses, type StoredResponsesLimits } from '#core/responses/stored-responses.ts'
import { emailMovesBy } from '#features/people/move-email.ts'
import { manualClock } from '../support/manual-clock.ts'
import { BACKENDS, openTestStore, type Backend } from '../support/stores.ts'

const DAY_MS = 86_400_000
const answer = (id: string, previous: string | null = null, text = 'hi') => ({
  id,
  previous,
  chat: 'c',
  input: [{ id: `${id}i0`, type: 'message', content: text }],
  response: { id, output: [] },
})

async function open(t: TestContext, backend: Backend, limits?: StoredResponsesLimits) {
  const store = await openTestStore(t, backend)
  const clock = manualClock(Date.UTC(2026, 0, 10))
  const shared = { store, clock, retentionMs: 30 * DAY_MS, ...(limits && { limits }) }
  const responsesOf = (hub: string) => createStoredResponses({ ...shared, hub })
  return { store, clock, responsesOf, responses: responsesOf('garden') }
}

for (const backend of BACKENDS)
  describe(`stored responses in ${backend.kind}`, { skip: backend.skip }, () => {
    test('only the owner sees their responses in their Hub [bridge.responses-stored]', async (t) => {
      const { store, responses, responsesOf } = await open(t, backend)
      await responses.add('ann@example.com', answer('a'), [])
      await responses.add('ann@example.com', answer('b', 'a'), [])
      await responses.add(null, answer('k'), [])
      const chain = await responses.conversation('ann@example.com', 'b')
      assert.deepEqual(chain.ok && chain.value.map(({ id }) => id), ['a', 'b'])
      for (const owner of ['bob@example.com', null]) {
        assert.equal(await responses.find(owner, 'a'), null)
        assert.deepEqual(await responses.conversation(owner, 'b'), { ok: false, refusal: 'not_found' })
        assert.equal(await responses.remove(owner, 'a'), false)
      }
      assert.equal((await responses.find(null, 'k'))!.id, 'k')
      assert.equal(await responses.find('ann@example.com', 'k'), null)
      assert.equal(await responsesOf('other').find('ann@example.com', 'a'), null)

      const recordChanges = async () => {}
      const moves = emailMovesBy({ clock: manualClock(0), recordChanges })
      const move = { accountId: 'x', from: 'ann@example.com', to: 'ann@new.example.com', by: null }
      await store.transaction((tx) => moves(tx, move))
      assert.equal((await responses.find('ann@new.example.com', 'b'))!.previous, 'a')
      assert.equal(await responses.find('ann@example.com', 'b'), null)

      assert.equal(await responses.remove('ann@new.example.com', 'a'), true)
      assert.deepEqual(await responses.conversation('ann@new.example.com', 'b'), {
        ok: false,
        refusal: 'incomplete',
      })
    })

    test('each use of a conversation keeps all of it; an expired conversation is not found and then removed [bridge.responses-stored]', async (t) => {
      const { store, clock, responses } = await open(t, backend)
      await responses.add(null, answer('a'), [])
      await responses.add(null, answer('b'), [])
      await responses.add(null, answer('c'), [])
      clock.advance(20 * DAY_MS)
      await responses.add(null, answer('d', 'a'), ['b'])
      clock.advance(20 * DAY_MS)
      const found = await responses.findAll(null, ['a', 'b', 'c', 'd'])
      assert.deepEqual(found.map(({ id }) => id).toSorted(), ['a', 'b', 'd'])
      const failures: unknown[] = []
      const onFailure = (error: unknown) => void failures.push(error)
      const deps = { store, clock, retentionMs: 30 * DAY_MS, onFailure }
      await startResponseRetention({ ...deps, hub: 'other' })[Symbol.asyncDispose]()
      const left = async () =>
        (await store.db.selectFrom('stored_responses').select('id').orderBy('id').execute()).map(
          ({ id }) => id,
        )
      assert.deepEqual(await left(), ['a', 'b', 'c', 'd'])
      await startResponseRetention({ ...deps, hub: 'garden' })[Symbol.asyncDispose]()
      assert.deepEqual(await left(), ['a', 'b', 'd'])
      assert.deepEqual(failures, [])
    })

    test('beyond an owner’s share the least recently used go; a long conversation is refused [bridge.responses-stored]', async (t) => {
      const limits = { maxCount: 3, maxBytes: 2000, maxConversationBytes: 1200 }
      const { clock, responses } = await open(t, backend, limits)
      const add = async (...args: Parameters<typeof answer>) => {
        clock.advance(1)
        await responses.add(null, answer(...args), [])
      }
      await responses.add('ann@example.com', answer('ann'), [])
      await add('a')
      await add('b')
      await add('c', 'a')
      await add('d')
      const ids = async () =>
        (await responses.findAll(null, ['a', 'b', 'c', 'd', 'e', 'f'])).map(({ id }) => id).toSorted()
      assert.deepEqual(await ids(), ['a', 'c', 'd'])
      await add('e', null, 'x'.repeat(1100))
      assert.deepEqual(await ids(), ['c', 'd', 'e'])
      await add('f', 'e', 'x'.repeat(1100))
      assert.deepEqual(await ids(), ['f'])
      await add('a', null, 'x'.repeat(700))
      await add('b', 'a', 'x'.repeat(700))
      assert.deepEqual(await responses.conversation(null, 'b'), { ok: false, refusal: 'too_large' })
      assert.equal((await responses.find('ann@example.com', 'ann'))!.id, 'ann')
    })
  })
