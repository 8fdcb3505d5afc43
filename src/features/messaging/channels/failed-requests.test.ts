import assert from 'node:assert/strict'
import test from 'node:test'
import { retryAfterMs } from './failed-requests.ts'

test('a delay is seconds or a date, at most an hour; without both it is undefined', () => {
  const now = Date.UTC(2026, 10, 23)
  const asked = (header: string | null) => retryAfterMs(header, now)
  assert.deepEqual([asked('30'), asked('0.5'), asked('0'), asked('99999')], [30_000, 500, 0, 3_600_000])
  assert.equal(asked(new Date(now + 5000).toUTCString()), 5000)
  assert.equal(asked(new Date(now - 5000).toUTCString()), 0)
  assert.deepEqual([asked(null), asked(''), asked('soon')], [null, null, null])
})
