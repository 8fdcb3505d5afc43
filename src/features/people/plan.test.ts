import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { choosePlan, type SampleGroup } from './plan.ts'

const factor = 256
const page = { factor, wanted: 1001 }

test('a filter that many meet is read in order', () => {
  assert.equal(choosePlan([group('11', 300), group('01', 100)], page), 'in-order')
})

test('a condition that few meet is read whole, and the others are looked up for those', () => {
  assert.deepEqual(choosePlan([group('11', 1), group('01', 399)], page), [0])
})

test('conditions that match many people alone and few together are read in parallel', () => {
  assert.deepEqual(choosePlan([group('10', 200), group('01', 200)], page), [0, 1])
})

test('a list of few people is read in order', () => {
  assert.equal(choosePlan([], page), 'in-order')
})

test('a plan reads at least one condition, and each at most once', () => {
  const groups = fc.array(
    fc.record({
      meets: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
      people: fc.integer({ min: 1, max: 500 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  fc.assert(
    fc.property(groups, fc.integer({ min: 1, max: 200_000 }), (sample, wanted) => {
      const plan = choosePlan(sample, { factor, wanted })
      if (plan === 'in-order') return
      assert.ok(plan.length > 0)
      assert.deepEqual(
        plan,
        [...new Set(plan)].toSorted((a, b) => a - b),
      )
      assert.ok(plan.every((n) => n >= 0 && n < 3))
    }),
  )
})

function group(meets: string, people: number): SampleGroup {
  return { meets: [...meets].map((flag) => flag === '1'), people }
}
