import assert from 'node:assert/strict'
import test from 'node:test'
import { answersAgree, requestsAgree } from './support/agreement.ts'

// `bench/agreement.ts` runs millions of cases with other seeds, also against nginx.
const CASES = 4_000

test('what is accepted of a request node:http reads in the same way, however it is cut, and so does the upstream [edge.agreement]', (t) => {
  const { accepted } = requestsAgree(1, CASES)
  t.diagnostic(`${accepted} of ${CASES} cases had a request that was accepted`)
  assert.ok(accepted > CASES / 4)
})

test('what is passed on of an answer node:http reads in the same way, and half of one never looks whole [edge.agreement]', (t) => {
  const { accepted } = answersAgree(1, CASES)
  t.diagnostic(`${accepted} of ${CASES} cases had an answer that was accepted`)
  assert.ok(accepted > CASES / 4)
})
