import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spanOf } from '../../web/console/kit/span.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

test('a range of hours or days ends now and stays open [console-app.records]', () => {
  assert.deepEqual(spanOf({ range: '24h' }, NOW), { since: '2026-11-19T12:00:00.000Z' })
  assert.deepEqual(spanOf({ range: '7d' }, NOW), { since: '2026-11-13T12:00:00.000Z' })
  assert.deepEqual(spanOf({}, NOW), {})
})

test('a range of days holds the last day whole, in the reader’s zone [console-app.records]', () => {
  const { since, until } = spanOf({ range: 'custom', since: '2026-03-28', until: '2026-03-29' }, NOW)
  assert.equal(new Date(since!).toString(), new Date(2026, 2, 28).toString())
  assert.equal(new Date(until!).toString(), new Date(2026, 2, 30).toString())
  assert.deepEqual(spanOf({ range: 'custom' }, NOW), {})
})
