import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startAutoSync } from '#features/people/auto-sync.ts'
import { accepted, refused } from '#ground/base/result.ts'
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

for (const { attempts, reason, expected } of [
  { attempts: 1, reason: 'unreachable', expected: [] },
  { attempts: 2, reason: 'unreachable', expected: ['unreachable'] },
  { attempts: 1, reason: 'server_error', expected: ['server_error'] },
] as const)
  test(`a web chat that fails ${attempts} times with ${reason} is reported ${expected.length} times [people.auto-sync]`, async (t) => {
    const clock = testClock()
    let failures = 0
    const reported: string[] = []
    const recovered = Promise.withResolvers<void>()
    const autoSync = startAutoSync({
      store: await openTestStore(t, BACKENDS[0]!),
      sync: { run: async () => accepted({ hubs: 0, people: 0, changed: 0, failed: [] }) },
      async mirrorName() {
        if (failures++ < attempts) return refused({ code: 'unavailable', reason })
        recovered.resolve()
        return accepted(undefined)
      },
      repeatMs: null,
      clock,
      onFailure: (given) => void reported.push(given),
    })
    t.after(() => autoSync[Symbol.asyncDispose]())
    for (let attempt = 0; attempt < attempts; attempt++) {
      await clock.sleeper()
      clock.advance(60_000)
    }
    await recovered.promise
    assert.deepEqual(reported, expected)
  })
