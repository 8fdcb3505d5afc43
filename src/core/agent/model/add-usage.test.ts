import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { TokenUsage } from '#ground/turn/schema.ts'
import { addUsage } from './add-usage.ts'

const NONE: TokenUsage = { input: 0, output: 0, cached: 0, reasoning: 0 }

test('a sum keeps the tokens of each call, however the calls were grouped before [prices.tiers]', () => {
  const count = fc.integer({ min: 1, max: 1_000_000 })
  const call = fc.record({ input: count, output: count, cached: count, cacheWrite: count, reasoning: count })
  fc.assert(
    fc.property(fc.array(fc.array(call, { minLength: 1, maxLength: 3 }), { maxLength: 4 }), (groups) => {
      const sum = { ...NONE }
      for (const group of groups) {
        const part = { ...NONE }
        for (const usage of group) addUsage(part, usage)
        addUsage(sum, part)
      }
      const calls = groups.flat()
      const total = (kind: 'input' | 'output' | 'cacheWrite') =>
        calls.reduce((all, usage) => all + usage[kind], 0)
      assert.equal(sum.input, total('input'))
      assert.equal(sum.output, total('output'))
      assert.equal(sum.cacheWrite ?? 0, total('cacheWrite'))
      const priced = calls.map(({ reasoning: _, ...tokens }) => tokens)
      assert.deepEqual(sum.calls, calls.length > 1 ? priced : undefined)
    }),
  )
})
