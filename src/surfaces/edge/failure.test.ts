import assert from 'node:assert/strict'
import test from 'node:test'
import { failureOf } from './failure.ts'
import { CLOSED } from './upstream.ts'

const failed = (code: string) => failureOf(Object.assign(new Error('x'), { code }))

test('an upstream that could not be connected to is unreachable, whatever the reason [edge.unreachable]', () => {
  for (const [code, nothingSaid] of Object.entries({
    ECONNREFUSED: true,
    [CLOSED]: true,
    ENOTFOUND: false,
    EHOSTUNREACH: false,
    UND_ERR_CONNECT_TIMEOUT: false,
  }))
    assert.deepEqual(
      failed(code),
      { refusal: 'upstream_unreachable', connectionLost: false, nothingSaid },
      code,
    )
})

test('a lost connection is told from an upstream that was slow or wrong [edge.repeat]', () => {
  const facts = (code: string) => {
    const { refusal, connectionLost } = failed(code)
    return [refusal, connectionLost]
  }
  assert.deepEqual(facts('UND_ERR_SOCKET'), ['upstream_failed', true])
  assert.deepEqual(facts('UND_ERR_HEADERS_TIMEOUT'), ['upstream_timeout', false])
  assert.deepEqual(facts('HPE_INVALID_CONSTANT'), ['upstream_failed', false])
})
