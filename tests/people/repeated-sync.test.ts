import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startAutoSync } from '#features/people/auto-sync.ts'
import { accepted } from '#ground/base/result.ts'
import { testClock } from '../support/clock.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'

for (const { repeatMs, expected } of [
  { repeatMs: 60_000, expected: 3 },
  { repeatMs: null, expected: 1 },
])
  test(`access in the web chat is synchronized ${expected} times in 150 s if repeated after ${repeatMs} ms [open-webui.repair]`, async (t) => {
    const clock = testClock()
    const store = await openTestStore(t, BACKENDS[0]!)
    let runs = 0
    const autoSync = startAutoSync({
      store,
      sync: { run: async () => (runs++, accepted({ hubs: 1, people: 1, changed: 0, failed: [] })) },
      mirrorName: async () => accepted(undefined),
      repeatMs,
      clock,
      onFailure: (reason) => assert.fail(reason),
    })
    t.after(() => autoSync[Symbol.asyncDispose]())
    await store.db
      .updateTable('audit_heads')
      .set({ count: 7 })
      .where('ledger', '=', 'access_changes')
      .execute()
    for (let second = 0; second < 150; second++) {
      await clock.sleeper()
      clock.advance(1000)
    }
    assert.equal(runs, expected)
  })
