import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { eventFile } from './event-file.ts'

const AT = 1_700_000_000_250

const written = (body: string | Uint8Array, contentType = 'application/json') =>
  eventFile('webhook', AT, { id: null, query: [], contentType, body: Buffer.from(body) }).toString()

const parsed = (body: string | Uint8Array, contentType?: string) =>
  JSON.parse(written(body, contentType)) as Record<string, unknown>

test('an event holds exactly the six fields, the time in seconds with their fraction [inbox.event-fields]', () => {
  const delivery = {
    id: 'not stored',
    query: [['type', 'push']] as const,
    contentType: 'application/json',
    body: Buffer.from('{"a":1}'),
  }
  assert.deepEqual(JSON.parse(eventFile('orders', AT, delivery).toString()), {
    surface: 'webhook',
    name: 'orders',
    received_at: 1_700_000_000.25,
    query: { type: 'push' },
    content_type: 'application/json',
    body: { a: 1 },
  })
})

test('any JSON comes back as it was sent', () => {
  fc.assert(fc.property(fc.json(), (json) => assert.deepEqual(parsed(json)['body'], JSON.parse(json))))
})

test('no digit of a JSON number changes', () => {
  const body = '{"id":123456789012345678901234567890,"price":1.10,"tiny":1e-400}'
  assert.ok(written(body).includes(body))
})

test('any other text comes back as it was sent [inbox.body-as-text]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!isJson(text))
      assert.equal(parsed(text, 'text/plain')['body'], text)
    }),
  )
})

test('a body that is nested too deep for JSON is text', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  assert.equal(parsed(deep)['body'], deep)
  assert.deepEqual(parsed('[[[1]]]')['body'], [[[1]]])
  const brackets = `["${'['.repeat(5000)}\\"${'{'.repeat(5000)}"]`
  assert.deepEqual(parsed(brackets)['body'], JSON.parse(brackets), 'brackets in strings are no nesting')
})

test('JSON with a byte order mark is JSON; other text keeps its mark', () => {
  assert.deepEqual(parsed('\uFEFF {"a":1}')['body'], { a: 1 })
  assert.deepEqual(parsed(Buffer.from('\uFEFF{"a":1}', 'utf16le'))['body'], { a: 1 })
  assert.deepEqual(parsed(Buffer.from('\uFEFF{"a":1}', 'utf16le').swap16())['body'], { a: 1 })
  assert.equal(parsed('\uFEFFa')['body'], '\uFEFFa')
})

test('an empty body is an empty text', () => {
  assert.equal(parsed('')['body'], '')
})

test('text in another charset is decoded as declared, without extra bytes', () => {
  const event = parsed(Uint8Array.of(0x63, 0x61, 0x66, 0xe9), 'text/plain; charset=ISO-8859-1')
  assert.equal(event['body'], 'café')
  assert.equal('body_base64' in event, false)
  assert.equal(parsed(Buffer.from('hé', 'utf16le'), 'text/plain; charset="utf-16le"')['body'], 'hé')
  assert.equal(
    parsed('{"a":"é"}', 'application/json; charset=latin1')['content_type'],
    'application/json; charset=latin1',
  )
  assert.deepEqual(parsed('{"a":"é"}', 'application/json; charset=latin1')['body'], { a: 'é' })
})

test('bytes that are no text are stored beside the shown part', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
      const body = Buffer.concat([Buffer.of(0xff), bytes])
      const event = parsed(body, 'application/octet-stream')
      assert.equal(typeof event['body'], 'string')
      assert.deepEqual(Buffer.from(String(event['body_base64']), 'base64'), body)
    }),
  )
  assert.equal(typeof parsed(Buffer.of(0x80), 'text/plain; charset=no-such-charset')['body_base64'], 'string')
})

test('a query key that comes twice holds both values, and no key is special', () => {
  const query = [
    ['a', '1'],
    ['a', '2'],
    ['a', '3'],
    ['__proto__', 'x'],
    ['b', ''],
  ] as const
  const file = eventFile('webhook', AT, { id: null, query, contentType: '', body: Buffer.from('x') })
  const event = JSON.parse(file.toString()) as { query: object }
  assert.deepEqual(Object.entries(event.query), [
    ['a', ['1', '2', '3']],
    ['__proto__', 'x'],
    ['b', ''],
  ])
})

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
