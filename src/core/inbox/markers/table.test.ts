import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { createMarkerTable, MARKER_BYTES } from './table.ts'

const hashOf = (n: number) => createHash('sha256').update(String(n)).digest()

/** 32-bit words of few values, so that many markers collide at the same position. */
const crowded = fc
  .tuple(fc.nat(3), fc.nat(2), fc.nat(2), fc.nat(2))
  .map((words) => Buffer.from(new Uint32Array(words.map((word) => (word === 3 ? 255 : word))).buffer))

test('a table contains the same markers as a set, with collisions and removals', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), crowded), { maxLength: 400 }), (steps) => {
      const table = createMarkerTable()
      const set = new Set<string>()
      for (const [isAdded, marker] of steps) {
        const name = marker.toString('hex')
        if (isAdded) {
          const isNew = !set.has(name) && !/^0+$/.test(name)
          assert.equal(table.add(marker), isNew)
          if (isNew) set.add(name)
        } else {
          table.remove(marker)
          set.delete(name)
        }
        assert.equal(table.size(), set.size)
        for (const [, other] of steps) assert.equal(table.has(other), set.has(other.toString('hex')))
      }
    }),
    { numRuns: 30 },
  )
})

test('it grows, and gives all of them back', () => {
  const table = createMarkerTable()
  for (let n = 0; n < 5000; n++) assert.equal(table.add(hashOf(n)), true)
  for (let n = 0; n < 5000; n++) assert.equal(table.has(hashOf(n)), true)
  for (let n = 5000; n < 10_000; n++) assert.equal(table.has(hashOf(n)), false)
  const again = createMarkerTable()
  const all = table.bytes()
  assert.equal(all.length, 5000 * MARKER_BYTES)
  for (let at = 0; at < all.length; at += MARKER_BYTES) again.add(all, at)
  for (let n = 0; n < 5000; n++) assert.equal(again.has(hashOf(n)), true)
})
