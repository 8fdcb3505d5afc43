import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BoundedMap } from './bounded-map.ts'

test('a bounded map contains the latest entries, each key with its newest value, oldest first', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.tuple(fc.nat(8), fc.nat())), (most, pairs) => {
      const map = new BoundedMap<number, number>(most)
      for (const [key, value] of pairs) map.set(key, value)
      const newestFirst = new Map<number, number>()
      for (const [key, value] of pairs.toReversed()) if (!newestFirst.has(key)) newestFirst.set(key, value)
      assert.deepEqual([...map], [...newestFirst].slice(0, most).toReversed())
    }),
  )
})

test('a deleted entry frees its place, and reading an entry does not keep it', () => {
  const map = new BoundedMap<string, number>(2).set('a', 1).set('b', 2)
  assert.equal(map.get('a'), 1)
  assert.deepEqual([...map.set('c', 3).keys()], ['b', 'c'])
  map.delete('b')
  assert.deepEqual([...map.set('d', 4).keys()], ['c', 'd'])
})
