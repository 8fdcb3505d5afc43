import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOutages } from './outages.ts'
import { StoreBusy } from './errors.ts'

test('many failures are one outage, which ends once the store has worked for a while', () => {
  let now = 0
  const told: unknown[] = []
  const outages = createOutages({
    clock: { now: () => now },
    onOutage: (error) => told.push((error as Error).message),
    onRecovery: (ms) => told.push(ms),
  })
  outages.worked()
  outages.failed(new Error('a wrong statement'))
  for (now = 1000; now <= 9000; now += 1000) {
    outages.failed(new StoreBusy(10))
    outages.worked()
  }
  assert.deepEqual(told, ['the store stayed locked for 10 ms'])
  now += 15_000
  outages.worked()
  outages.worked()
  assert.deepEqual(told.slice(1), [8000])
  outages.failed(new StoreBusy(11))
  assert.equal(told.length, 3)
})
