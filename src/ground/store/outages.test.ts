import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOutages } from './outages.ts'
import { StoreBusy } from './errors.ts'

test('many failures are one outage, which ends once the store has worked for a while', () => {
  let now = 0
  const reports: unknown[] = []
  const outages = createOutages({
    clock: { now: () => now },
    onOutage: (error) => reports.push((error as Error).message),
    onRecovery: (ms) => reports.push(ms),
  })
  outages.worked()
  outages.failed(new Error('a wrong statement'))
  for (now = 1000; now <= 9000; now += 1000) {
    outages.failed(new StoreBusy(10))
    outages.worked()
  }
  assert.deepEqual(reports, ['the database stayed locked for 10 ms'])
  now += 15_000
  outages.worked()
  outages.worked()
  assert.deepEqual(reports.slice(1), [8000])
  outages.failed(new StoreBusy(11))
  assert.equal(reports.length, 3)
})
