import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseJsonBody } from './json-body.ts'

test('one byte order mark before JSON is left out, and nothing else', () => {
  assert.deepEqual(parseJsonBody('\uFEFF{"a":"\uFEFF"}'), { a: '\uFEFF' })
  assert.deepEqual(parseJsonBody('[1]'), [1])
  for (const text of ['', '\uFEFF', '\uFEFF\uFEFF1', '{"a":1}\uFEFF'])
    assert.throws(() => parseJsonBody(text), SyntaxError)
})
