import assert from 'node:assert/strict'
import test from 'node:test'
import { answersAgree, requestsAgree } from './support/agreement.ts'

// `bench/agreement.ts` runs millions of cases with other seeds, also against nginx.
const CASES = 4_000

test('node:http and the upstream read an accepted request like the edge, however its bytes are split [edge.agreement]', (t) => {
  const { accepted } = requestsAgree(1, CASES)
  t.diagnostic(`${accepted} of ${CASES} cases had a request that was accepted`)
  assert.ok(accepted > CASES / 4)
})

test('node:http reads a forwarded response like the edge, and a truncated response never looks complete [edge.agreement]', (t) => {
  const { accepted } = answersAgree(1, CASES)
  t.diagnostic(`${accepted} of ${CASES} cases had an answer that was accepted`)
  assert.ok(accepted > CASES / 4)
})
