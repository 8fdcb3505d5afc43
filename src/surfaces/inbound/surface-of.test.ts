import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { InboundSurface } from './surface.ts'
import { surfaceOf } from './surface-of.ts'

const surface = (name: string): InboundSurface => ({ name, handle: async () => {} })
const kindOf = (names: readonly string[], unknown?: InboundSurface) => ({
  surfaceOf: (name: string) => (names.includes(name) ? surface(name) : null),
  ...(unknown && { unknown: () => unknown }),
})

test('in any order of kinds each name reaches its own surface, and unknown names reach the fallback', () => {
  const unknown = surface('unknown')
  const kinds = [kindOf(['webhook', 'github'], unknown), kindOf(['chata']), kindOf(['chatb']), kindOf([])]
  fc.assert(
    fc.property(fc.shuffledSubarray(kinds, { minLength: kinds.length }), (order) => {
      for (const name of ['webhook', 'github', 'chata', 'chatb'])
        assert.equal(surfaceOf(order, name)?.name, name)
      assert.equal(surfaceOf(order, 'other'), unknown)
    }),
  )
  assert.equal(surfaceOf([kindOf(['chata'])], 'other'), null)
})
