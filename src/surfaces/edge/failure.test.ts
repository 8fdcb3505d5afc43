import assert from 'node:assert/strict'
import test from 'node:test'
import { edgeFailure } from './failure.ts'
import { FAILURES } from './engine/upstream-failure.ts'

const failed = (code: string, hadBegun = false) => edgeFailure({ code, hadBegun })

test('a failed connection means unreachable, for any reason [edge.unreachable]', () => {
  for (const [code, isUnsent] of Object.entries({
    ECONNREFUSED: true,
    [FAILURES.closed]: true,
    ENOTFOUND: false,
    EHOSTUNREACH: false,
    [FAILURES.notConnected]: false,
  }))
    assert.deepEqual(
      failed(code),
      { refusal: 'upstream_unreachable', connectionLost: false, isRequestUnread: false, isUnsent },
      code,
    )
})

test('a lost connection is distinguished from a slow or faulty upstream [edge.repeat]', () => {
  const facts = (code: string, hadBegun?: boolean) => {
    const { refusal, connectionLost, isRequestUnread } = failed(code, hadBegun)
    return [refusal, connectionLost, isRequestUnread]
  }
  assert.deepEqual(facts(FAILURES.ended), ['upstream_failed', true, false])
  assert.deepEqual(facts(FAILURES.ended, true), ['upstream_failed', false, false])
  assert.deepEqual(facts('ECONNRESET'), ['upstream_failed', true, true])
  assert.deepEqual(facts('ECONNRESET', true), ['upstream_failed', false, false])
  assert.deepEqual(facts(FAILURES.silent), ['upstream_timeout', false, false])
  assert.deepEqual(facts(FAILURES.malformed), ['upstream_failed', false, false])
})
