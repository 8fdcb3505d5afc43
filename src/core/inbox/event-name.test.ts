import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createEventNames, isEventName } from './event-name.ts'

const EPOCH_MS = fc.integer({ min: 1_500_000_000_000, max: 4_000_000_000_000 })

test('name order is arrival order, however the clock goes [inbox.names]', () => {
  fc.assert(
    fc.property(fc.array(EPOCH_MS, { minLength: 2, maxLength: 50 }), (times) => {
      const names = createEventNames([])
      const given = times.map((now) => names.next(now))
      assert.deepEqual(given.toSorted(), given)
      assert.equal(new Set(given).size, given.length)
      for (const name of given) assert.match(name, /^\d{19}-[0-9a-f]{8}\.json$/)
    }),
  )
})

test('names go on above those of an earlier process, also when the clock stepped back', () => {
  fc.assert(
    fc.property(EPOCH_MS, EPOCH_MS, (before, after) => {
      const earlier = createEventNames([]).next(before)
      assert.ok(createEventNames(['foreign.json', earlier]).next(after) > earlier)
    }),
  )
})

test('the time in a name is the time of arrival in nanoseconds', () => {
  assert.match(createEventNames([]).next(1_700_000_000_123), /^1700000000123000000-/)
})

test('hidden and temporary files are no events', () => {
  const hidden = ['.1700000000123000000-ab.json', '.processed', 'a.txt', 'json', '../a.json', 'a\0.json']
  for (const name of [...hidden, 'a\nb.json', 'a\u2028.json']) assert.equal(isEventName(name), false, name)
  for (const name of ['1700000000123000000-ab.json', 'by-hand.json']) assert.equal(isEventName(name), true)
})
