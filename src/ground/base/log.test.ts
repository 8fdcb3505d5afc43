import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog, redirectLogs } from './log.ts'

const lineOf = (fields: object): Record<string, unknown> => {
  let line = ''
  redirectLogs({ write: (text) => (line = text) })
  createLog('test').info(fields, 'said')
  redirectLogs(process.stderr)
  return JSON.parse(line) as Record<string, unknown>
}

test('secrets in nested fields of an event are masked, and nothing else', () => {
  const headers = { authorization: 'Bearer x', accept: 'text/html' }
  const line = lineOf({ event: 'tested', headers, count: 2, nothing: null })
  assert.deepEqual(line['headers'], { authorization: '[redacted]', accept: 'text/html' })
  assert.deepEqual([line['event'], line['count'], line['nothing']], ['tested', 2, null])
  assert.equal(headers.authorization, 'Bearer x')
})

test('an error with a secret is still told as an error', () => {
  const error = Object.assign(new RangeError('too far'), { token: 'x', code: 'FAR' })
  const { type, message, stack, token, code } = lineOf({ err: error })['err'] as Record<string, string>
  assert.deepEqual([type, message, token, code], ['RangeError', 'too far', '[redacted]', 'FAR'])
  assert.match(stack!, /too far/)
})
