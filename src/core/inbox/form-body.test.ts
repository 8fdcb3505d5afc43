import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formBody } from './form-body.ts'
import { summaryOf } from './event-summary.ts'

test('the JSON of a payload keeps the digits of its numbers, in conditions and in titles [inbox.summary]', () => {
  const payload = '{"n":9007199254740993,"rate":1.10}'
  assert.equal(JSON.stringify(formBody(`payload=${encodeURIComponent(payload)}`)), payload)
  assert.deepEqual(formBody('payload=no+json'), Object.assign(Object.create(null), { payload: 'no json' }))
  assert.deepEqual(summaryOf('{"body":{"id":-9007199254740993}}', null).title, 'id: -9007199254740993')
})
