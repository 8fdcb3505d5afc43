import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backoffMs } from '#ground/base/backoff.ts'
import { CRASH_BACKOFF } from './backoff.ts'

test('waits double from 100 ms and never exceed ten seconds [supervisor.backoff]', () => {
  const waits = Array.from({ length: 9 }, (_, before) => backoffMs(before + 1, CRASH_BACKOFF))
  assert.deepEqual(waits, [100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000])
  assert.equal(backoffMs(5000, CRASH_BACKOFF), 10_000)
})
