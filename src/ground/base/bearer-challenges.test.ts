import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bearerChallenges } from './bearer-challenges.ts'

test('the Bearer challenges of a header are found among others, in any form [connections.step-up]', () => {
  const read = (header: string | null) => bearerChallenges(header).map((challenge) => ({ ...challenge }))
  const wanted = { error: 'insufficient_scope', scope: 'a b' }
  for (const header of [
    'Bearer error="insufficient_scope", scope="a b"',
    'bearer ERROR = insufficient_scope ,scope = "a b"',
    'Basic realm="x, Bearer error=no", Bearer error="insufficient_scope",scope="a b"',
    'Negotiate, Bearer error="insufficient_scope", scope="a b", Digest error="other", scope="c"',
    'Bearer error="insufficient_scope", scope="a\\ b", scope="second"',
  ])
    assert.deepEqual(read(header), [wanted], header)
  assert.deepEqual(read('Bearer, Bearer scope=x'), [{}, { scope: 'x' }])
  assert.deepEqual(read('Bearer x_error="insufficient_scope"'), [{ x_error: 'insufficient_scope' }])
  for (const header of [null, '', 'scope="a"', 'Basic realm="Bearer scope=a"'])
    assert.deepEqual(read(header), [])
})

test('any quoted value is read as it was written [connections.step-up]', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const quoted = value.replaceAll(/["\\]/g, String.raw`\$&`)
      assert.equal(bearerChallenges(`Bearer a="${quoted}", b=c`)[0]!['a'], value)
    }),
  )
})
