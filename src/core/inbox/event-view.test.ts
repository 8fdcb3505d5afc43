import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { eventFile } from './event-file.ts'
import { eventView, previewOf } from './event-view.ts'
import { prettyJson } from './pretty-json.ts'

const file = (body: string | Uint8Array, query: [string, string][] = [], contentType = 'application/json') =>
  eventFile('webhook', 1_700_000_000_123, {
    id: null,
    query,
    contentType,
    body: Buffer.from(body),
  }).toString()

test('a JSON body is indented with every digit as it was sent [inbox.shown]', () => {
  const { kind, body } = eventView(file('{"n":9007199254740993.10,"a":[1,{}], "s":"a \\" {,} b"}'), null)
  assert.equal(kind, 'json')
  assert.equal(
    body,
    '{\n  "n": 9007199254740993.10,\n  "a": [\n    1,\n    {}\n  ],\n  "s": "a \\" {,} b"\n}',
  )
})

test('indented JSON keeps its meaning, and a second indentation changes nothing [inbox.shown]', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 3), (value, indent) => {
      const pretty = prettyJson(JSON.stringify(value, null, indent))
      assert.equal(pretty, JSON.stringify(value, null, 2))
      assert.equal(prettyJson(pretty), pretty)
    }),
  )
})

test('every body is shown unchanged [inbox.shown]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = eventView(file(text, [], 'text/plain'), null)
      if (shown.kind === 'json') assert.deepEqual(JSON.parse(shown.body!), JSON.parse(text))
      else if (shown.kind === 'text') assert.equal(shown.body, text)
    }),
  )
  assert.equal(eventView(file(Buffer.from([0xff, 0xfe, 0x80])), null).kind, 'binary')
  for (const broken of ['', '{', 'null', '[]', '{"query":{}}'])
    assert.equal(eventView(broken, null).kind, 'unreadable')
})

test('a token of the query is never shown, nor the secret wherever it stands [inbox.no-secrets]', () => {
  const secret = 'se"cret\\é'
  const text = file(JSON.stringify({ message: `it is ${secret}`, [secret]: 1 }), [
    ['token', 'an old one'],
    ['token', secret],
    ['from', secret],
  ])
  const shown = JSON.stringify([eventView(text, secret), previewOf(text, secret)])
  assert.ok(!shown.includes(secret))
  assert.ok(!shown.includes(JSON.stringify(secret).slice(1, -1)))
  assert.ok(!shown.includes('an old one'))
  assert.deepEqual(eventView(text, secret).query, { token: '•••', from: '•••' })
})

test('a preview is the beginning of the body in one line', () => {
  assert.equal(previewOf(file('{"a": 1,\n "b":\t2}'), null), '{"a": 1, "b": 2}')
  assert.equal(previewOf(file('one\ntwo', [], 'text/plain'), null), 'one two')
  assert.equal(previewOf(file('x'.repeat(9000)).slice(0, 4096), null), 'x'.repeat(160))
  assert.equal(previewOf('no event', null), '')
})

test('kept headers are shown, without the secret, beside a body with unchanged digits [inbox.shown]', () => {
  const text = eventFile('webhook', 1_700_000_000_123, {
    id: null,
    query: [],
    headers: { 'x-event': 'push', 'x-note': 'sesame opens' },
    contentType: 'application/json',
    body: Buffer.from('{"n":9007199254740993.10}'),
  }).toString()
  const { headers, body } = eventView(text, 'sesame')
  assert.deepEqual(headers, { 'x-event': 'push', 'x-note': '••• opens' })
  assert.equal(body, '{\n  "n": 9007199254740993.10\n}')
})
