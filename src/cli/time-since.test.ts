import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeSince } from './time-since.ts'

const NOW = Date.parse('2026-11-22T10:30:00Z')

for (const [text, meant] of Object.entries({
  '2h': '2026-11-22T08:30:00.000Z',
  '7d': '2026-11-15T10:30:00.000Z',
  '90m': '2026-11-22T09:00:00.000Z',
  now: '2026-11-22T10:30:00.000Z',
  today: '2026-11-22T00:00:00.000Z',
  Yesterday: '2026-11-21T00:00:00.000Z',
  '2026-11-20': '2026-11-20T00:00:00.000Z',
  '2026-11-20T09:00:00Z': '2026-11-20T09:00:00.000Z',
  '2026-11-20T09:00': '2026-11-20T09:00:00.000Z',
  '2026-11-20 09:00:05.5+02:00': '2026-11-20T07:00:05.500Z',
}))
  test(`--since ${text} is ${meant} [cli.since]`, () => {
    const at = timeSince(text, NOW)
    assert.equal(at === null ? null : new Date(at).toISOString(), meant)
  })

for (const text of ['', 'soon', '2026', '2026-02-30', '2026-11-20T25:00Z', '-2h', '2 fortnights', '7'])
  test(`--since ${JSON.stringify(text)} is no time [cli.since]`, () => {
    assert.equal(timeSince(text, NOW), null)
  })
