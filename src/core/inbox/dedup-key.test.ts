import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dedupKey, isPastWindow, WINDOW_MS } from './dedup-key.ts'

const body = Buffer.from('{"a":1}')
const isRepeat = (first: ReturnType<typeof dedupKey>, second: ReturnType<typeof dedupKey>) =>
  second.seen.some((marker) => first.marks.includes(marker))

test('an id is remembered for any body and time [webhook.dedup-id]', () => {
  const first = dedupKey('webhook', { id: 'd-1', body }, 0)
  assert.ok(isRepeat(first, dedupKey('webhook', { id: 'd-1', body: Buffer.from('other') }, 1e12)))
  assert.ok(!isRepeat(first, dedupKey('webhook', { id: 'd-2', body }, 0)))
  assert.ok(!isRepeat(first, dedupKey('other', { id: 'd-1', body }, 0)))
})

test('without an id the same body is a repeat in the current and the previous window only [webhook.dedup-window]', () => {
  fc.assert(
    fc.property(fc.nat(1e12), fc.nat(5 * WINDOW_MS), (at, later) => {
      const first = dedupKey('webhook', { id: null, body }, at)
      const windows = Math.floor((at + later) / WINDOW_MS) - Math.floor(at / WINDOW_MS)
      assert.equal(isRepeat(first, dedupKey('webhook', { id: null, body }, at + later)), windows <= 1)
      assert.ok(!isRepeat(first, dedupKey('webhook', { id: null, body: Buffer.from('{"a":2}') }, at)))
    }),
  )
})

test('a body first stored with an id is a duplicate without an id, but not vice versa [webhook.dedup-id-and-body]', () => {
  const withId = dedupKey('webhook', { id: 'd-1', body }, 0)
  const without = dedupKey('webhook', { id: null, body }, 0)
  assert.ok(isRepeat(withId, without))
  assert.ok(isRepeat(withId, dedupKey('webhook', { id: null, body }, 2 * WINDOW_MS - 1)))
  assert.ok(!isRepeat(withId, dedupKey('webhook', { id: null, body }, 2 * WINDOW_MS)))
  assert.ok(!isRepeat(without, withId), 'a new id is a new delivery')
  assert.ok(!isRepeat(withId, dedupKey('webhook', { id: 'd-2', body }, 0)), 'so is another id')
})

test('an id never equals a body', () => {
  const byId = dedupKey('webhook', { id: body.toString(), body: Buffer.alloc(0) }, 0)
  assert.ok(!isRepeat(byId, dedupKey('webhook', { id: null, body }, 0)))
})

test('a marker is a path of two plain names, for any id', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (id) => {
      const [ofId, ofBody] = dedupKey('webhook', { id, body }, 0).marks
      assert.match(ofId!, /^[0-9a-f]{2}\/[0-9a-f]{64}$/)
      assert.match(ofBody!, /^window-0\/[0-9a-f]{64}$/)
    }),
  )
})

test('only windows that no delivery can fall into any more are past', () => {
  const now = 10 * WINDOW_MS
  assert.deepEqual(
    ['window-8', 'window-9', 'window-10', 'window-11', 'ab', 'window-x'].map((name) =>
      isPastWindow(name, now),
    ),
    [true, false, false, false, false, false],
  )
})
