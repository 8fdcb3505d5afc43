import assert from 'node:assert/strict'
import test from 'node:test'
import { failureOf } from './failure.ts'

const failed = (code: string) => failureOf(Object.assign(new Error('x'), { code }))

test('an upstream that could not be connected to is unreachable, whatever the reason [edge.unreachable]', () => {
  for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])
    assert.deepEqual(failed(code), { refusal: 'upstream_unreachable', connectionLost: false }, code)
})

test('a lost connection is told from an upstream that was slow or wrong [edge.repeat]', () => {
  assert.deepEqual(failed('UND_ERR_SOCKET'), { refusal: 'upstream_failed', connectionLost: true })
  assert.deepEqual(failed('UND_ERR_HEADERS_TIMEOUT'), { refusal: 'upstream_timeout', connectionLost: false })
  assert.deepEqual(failed('HPE_INVALID_CONSTANT'), { refusal: 'upstream_failed', connectionLost: false })
})
