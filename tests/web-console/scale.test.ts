import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { labelTicks, ticksFor } from '../../web/console/overview/scale.ts'

test('an axis starts at 0, reaches its largest value in whole, even steps, and has few marks [console-app.charts]', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (max) => {
      const ticks = ticksFor(max)
      assert.equal(ticks[0], 0)
      assert.ok(ticks.at(-1)! >= max)
      assert.ok(ticks.length >= 2 && ticks.length <= 6, String(ticks))
      const steps = new Set(ticks.slice(1).map((tick, index) => tick - ticks[index]!))
      assert.equal(steps.size, 1)
      assert.ok(ticks.every(Number.isInteger))
    }),
  )
})

test('no more times are named than there is room for [console-app.charts]', () => {
  assert.deepEqual(labelTicks(7, 7), [0, 1, 2, 3, 4, 5, 6])
  assert.deepEqual(labelTicks(24, 6), [0, 4, 8, 12, 16, 20])
  assert.deepEqual(labelTicks(0, 6), [])
})
