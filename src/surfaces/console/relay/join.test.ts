import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { joinPortions } from './join.ts'

const item = fc.record({ at: fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-03'), n: fc.nat() })
const lists = fc.array(fc.array(item, { maxLength: 12 }), { maxLength: 5 })
const orders = fc.constantFrom('in turn' as const, { newestBy: 'at' })
const newestFirst = <T extends { at: string }>(items: readonly T[]) =>
  items.toSorted((one, other) => other.at.localeCompare(one.at))

test('pages of the lists of several Hubs, read one by one, are the one list of all of them [console.relay]', () => {
  fc.assert(
    fc.property(lists, orders, fc.integer({ min: 1, max: 9 }), (given, order, limit) => {
      const all = order === 'in turn' ? given : given.map(newestFirst)
      const whole = order === 'in turn' ? all.flat() : newestFirst(all.flat())
      const read: unknown[] = []
      for (let offset = 0; offset < whole.length + limit; offset += limit) {
        const first = all.map((items) => ({ items: items.slice(0, offset + limit), total: items.length }))
        const page = joinPortions(first, order, { offset, limit })
        assert.equal(page.total, whole.length)
        assert.ok(page.items.length <= limit)
        read.push(...page.items)
      }
      assert.deepEqual(read, whole)
    }),
  )
})
