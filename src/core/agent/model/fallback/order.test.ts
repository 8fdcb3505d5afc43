import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { orderOf, startMsFor } from './order.ts'

const listed = fc.record({
  lack: fc.constantFrom(null, null, 'pictures' as const, 'tools' as const),
  isUnhealthy: fc.boolean(),
  isCurrent: fc.constant(false),
})
const list = fc
  .tuple(fc.array(listed, { minLength: 1, maxLength: 10 }), fc.option(fc.nat(9)))
  .map(([models, current]) => models.map((model, at) => ({ ...model, at, isCurrent: at === current })))

test('a request has at least one model, each at most once, and none that lacks something unless all do [models.order]', () => {
  fc.assert(
    fc.property(list, (models) => {
      const order = orderOf(models)
      assert.ok(order.length > 0)
      assert.equal(new Set(order).size, order.length)
      const fit = models.filter(({ lack }) => lack === null)
      assert.deepEqual(new Set(order), new Set(fit.length > 0 ? fit : models))
    }),
  )
})

test('healthy models come before unhealthy ones, the current model first, the rest as in the list [models.order]', () => {
  fc.assert(
    fc.property(list, (models) => {
      const order = orderOf(models)
      const rank = ({ isUnhealthy, isCurrent }: (typeof models)[number]) =>
        isUnhealthy ? 2 : isCurrent ? 0 : 1
      for (const [n, model] of order.slice(1).entries()) {
        const before = order[n]!
        assert.ok(rank(before) < rank(model) || (rank(before) === rank(model) && before.at < model.at))
      }
    }),
  )
})

test('the shares of all models add up to the time of one model, but for the minimum [models.wait]', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 0, max: 600_000 }), (models, total) => {
      let left = total
      for (let n = models; n > 0; n--) left -= startMsFor(left, n)
      assert.ok(left >= -5000 * models)
      if (total >= 5000 * models) assert.ok(left >= 0 && left < models)
    }),
  )
})
