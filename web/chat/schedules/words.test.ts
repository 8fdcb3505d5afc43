import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextText, ownTimeZone, timesText } from './words.ts'

test('an interval is written in words, without a time zone', () => {
  const text = (schedule: string) => timesText({ schedule, time_zone: 'Asia/Tokyo' })
  assert.equal(text('every 12h'), 'Every 12 hours')
  assert.equal(text('every 1d'), 'Every 1 day')
  assert.equal(text('every 90m'), 'Every 90 minutes')
  assert.equal(text('0 8 1,15 * *'), '0 8 1,15 * * (Asia/Tokyo)')
})

test('the next time names its zone only if the schedule is in another', () => {
  const next = { paused: null, next_at: Math.floor(Date.now() / 1000) + 86_400 }
  const own = nextText({ ...next, time_zone: ownTimeZone() })
  const far = nextText({ ...next, time_zone: 'Pacific/Kiritimati' })
  assert.match(own, /^Next: .*\d (AM|PM) \(/)
  assert.match(far, /^Next: .*\d (AM|PM) \S+ \(/)
})
