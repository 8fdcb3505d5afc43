import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { newId } from '#ground/base/ids.ts'
import type { Store } from '#ground/store/store.ts'
import { createUsageLedger } from '#core/usage/ledger.ts'
import type { RecordedTurn } from '#core/usage/turn-row.ts'
import { openPrices } from '#core/usage/prices/table.ts'
import { testClock } from '../support/clock.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'

const prices = await openPrices(null)
const version = prices.costOf('openai/gpt-4.1', { input: 0, output: 0, cached: 0 })!.version

for (const backend of BACKENDS)
  describe(`usage ledger on ${backend.kind}`, { skip: backend.skip }, () => {
    test('a turn is recorded with all that is known of it [usage.recorded]', async (t) => {
      const store = await openTestStore(t, backend)
      await using ledger = createUsageLedger({ store, prices, newId: () => 'turn-1' })
      ledger.record({ ...TURN, runId: 'md:water:1' })
      await ledger.flush()
      assert.deepEqual(await turns(store), [
        {
          id: 'turn-1',
          hub: 'garden',
          email: 'ann@example.org',
          surface: 'chatapp',
          chat_id: 'c1',
          run_id: 'md:water:1',
          model: 'openai/gpt-4.1',
          input_tokens: 12,
          output_tokens: 34,
          cached_tokens: 5,
          reasoning_tokens: 6,
          cache_write_tokens: 0,
          is_estimated: 0,
          cost_micro_usd: 7 * 2 + 5 * 0.5 + 34 * 8 + 0.5,
          price_version: version,
          outcome: 'stop',
          started_at_ms: 1_763_600_000_123,
          duration_ms: 250,
        },
      ])
    })

    test('turns noted together are written in one transaction, without asking [usage.batched]', async (t) => {
      const store = await openTestStore(t, backend)
      const { promise: written, resolve } = Promise.withResolvers<void>()
      let transactions = 0
      const counting: Pick<Store, 'transaction'> = {
        async transaction(work) {
          transactions++
          const result = await store.transaction(work)
          resolve()
          return result
        },
      }
      await using ledger = createUsageLedger({ store: counting, prices, newId })
      for (let n = 0; n < 1200; n++) ledger.record({ ...TURN, email: n % 2 ? null : TURN.email })
      await written
      assert.equal((await turns(store)).length, 1200)
      assert.equal(transactions, 1)
    })

    test('turns that end within a short time of a write are written together after it [usage.batched]', async (t) => {
      const store = await openTestStore(t, backend)
      const clock = testClock()
      const writes: Promise<unknown>[] = []
      const counting: Pick<Store, 'transaction'> = {
        transaction(work) {
          const writing = store.transaction(work)
          writes.push(writing)
          return writing
        },
      }
      await using ledger = createUsageLedger({ store: counting, prices, newId, clock })
      ledger.record(TURN)
      await clock.sleeperFor(100)
      ledger.record(TURN)
      await setImmediate()
      ledger.record(TURN)
      await setImmediate()
      assert.equal(writes.length, 1)
      clock.advance(100)
      await clock.sleeperFor(100)
      assert.equal(writes.length, 2)
      assert.equal((await turns(store)).length, 3)
    })

    test('closing the ledger writes the rest [usage.not-lost]', async (t) => {
      const store = await openTestStore(t, backend)
      {
        await using ledger = createUsageLedger({ store, prices, newId })
        ledger.record(TURN)
      }
      assert.equal((await turns(store)).length, 1)
    })

    test('a turn whose write failed, or only seemed to fail, is written once [usage.not-lost]', async (t) => {
      const store = await openTestStore(t, backend)
      const outcomes = ['refused', 'committed, then cut off', 'good']
      const flaky: Pick<Store, 'transaction'> = {
        async transaction(work) {
          const outcome = outcomes.shift()
          if (outcome === 'refused') throw new Error('no connection')
          const result = await store.transaction(work)
          if (outcome !== 'good') throw new Error('connection lost')
          return result
        },
      }
      const failures: unknown[] = []
      await using ledger = createUsageLedger({
        store: flaky,
        prices,
        newId,
        onFailure: (error) => failures.push(error),
      })
      ledger.record(TURN)
      await assert.rejects(ledger.flush(), /no connection/)
      assert.equal((await turns(store)).length, 0)
      await assert.rejects(ledger.flush(), /connection lost/)
      ledger.record(TURN)
      await ledger.flush()
      assert.equal((await turns(store)).length, 2)
      assert.equal(failures.length, 2)
    })

    test('a turn that the store does not take is written once it does, without another turn [usage.not-lost]', async (t) => {
      const store = await openTestStore(t, backend)
      const clock = testClock()
      const { promise: written, resolve } = Promise.withResolvers<void>()
      let isAway = true
      const flaky: Pick<Store, 'transaction'> = {
        async transaction(work) {
          if (isAway) throw new Error('no connection')
          const result = await store.transaction(work)
          resolve()
          return result
        },
      }
      await using ledger = createUsageLedger({ store: flaky, prices, newId, clock })
      ledger.record(TURN)
      await clock.sleeperFor(1000)
      isAway = false
      clock.advance(1000)
      await written
      assert.equal((await turns(store)).length, 1)
    })
  })

const POSTGRES = BACKENDS.find(({ kind }) => kind === 'postgres')!

async function countFor(store: Store, hub: string): Promise<() => Promise<void>> {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const counting = store.transaction(async (tx) => {
    await tx
      .selectFrom('usage_locks')
      .selectAll()
      .where('hub', '=', hub)
      .forUpdate()
      .executeTakeFirstOrThrow()
    begun.resolve()
    await ended.promise
  })
  await begun.promise
  return async () => {
    ended.resolve()
    await counting
  }
}

test(
  'a Hub’s turns wait for no other Hub, nor for all once their people are counted [usage.beside]',
  { skip: POSTGRES.skip },
  async (t) => {
    const store = await openTestStore(t, POSTGRES)
    await using garden = createUsageLedger({ store, prices, newId })
    await using orchard = createUsageLedger({ store, prices, newId })
    garden.record(TURN)
    orchard.record({ ...TURN, hub: 'orchard', email: 'bob@example.org' })
    await Promise.all([garden.flush(), orchard.flush()])

    const releaseGarden = await countFor(store, 'garden')
    const releaseAll = await countFor(store, '*')
    orchard.record({ ...TURN, hub: 'orchard', chatId: 'c2' })
    await orchard.flush()
    let isWritten = false
    garden.record({ ...TURN, chatId: 'c2' })
    const writing = garden.flush().then(() => (isWritten = true))
    orchard.record({ ...TURN, hub: 'orchard', chatId: 'c3' })
    await orchard.flush()
    assert.equal(isWritten, false)
    await releaseGarden()
    await writing
    await releaseAll()
    const people = await store.db
      .selectFrom('usage_periods')
      .select(['step', 'people'])
      .where('hub', '=', '*')
      .orderBy('step')
      .execute()
    assert.deepEqual(people, [
      { step: 'day', people: 2 },
      { step: 'hour', people: 2 },
    ])
  },
)

const TURN: RecordedTurn = {
  hub: 'garden',
  email: 'ann@example.org',
  surface: 'chatapp',
  chatId: 'c1',
  model: 'openai/gpt-4.1',
  input: 12,
  output: 34,
  cached: 5,
  reasoning: 6,
  outcome: 'stop',
  startedAt: 1_763_600_000_123,
  durationMs: 250,
}

const turns = (store: Store) => store.db.selectFrom('usage_turns').selectAll().execute()
