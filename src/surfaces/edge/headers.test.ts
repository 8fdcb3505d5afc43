import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { OUR_PREFIXES, requestHeaders, responseHeaders, type Forwarding } from './headers.ts'

const forwarding: Forwarding = {
  stripPrefixes: OUR_PREFIXES,
  address: '192.0.2.1',
  host: 'hub.test',
  protocol: 'https',
  newRequestId: () => 'new-id',
}

/** A header name in any mix of cases, with any of its dashes written as underscores. */
const spelled = (name: string) =>
  fc
    .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
    .map((flips) =>
      [...name]
        .map((char, index) => (flips[index] ? (char === '-' ? '_' : char.toUpperCase()) : char))
        .join(''),
    )

const OURS = ['x-svc-user', 'x-svc-groups', 'x-svc-', 'x-chatapp-user-email', 'x-openwebui-user-id']
const CLAIMS = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-email',
  'forwarded',
  'x-real-ip',
]
const HOP = [
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'proxy-authorization',
  'expect',
]

test('no spelling of a header that is not the client’s to send survives [edge.strip-identity]', () => {
  const name = fc.constantFrom(...OURS, ...CLAIMS, ...HOP).chain(spelled)
  fc.assert(
    fc.property(fc.array(name), (names) => {
      const kept = requestHeaders(
        names.flatMap((name) => [name, 'evil']),
        forwarding,
      )
      assert.ok(!kept.includes('evil'), kept.join())
    }),
  )
})

test('every other header passes with its name, value and order [edge.hop-by-hop]', () => {
  const name = fc.constantFrom(
    'Accept',
    'cookie',
    'Cookie',
    'X-Service',
    'x-svcuser',
    'Authorization',
    'Content-Type',
    'Svc-X',
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.string())), (headers) => {
      const kept = requestHeaders(headers.flat(), forwarding)
      assert.deepEqual(kept.slice(0, headers.length * 2), headers.flat())
    }),
  )
})

test('a Connection list takes the headers it names along, but never Host [edge.hop-by-hop]', () => {
  const raw = [
    'Host',
    'hub.test',
    'Connection',
    'X-Hop , Host,x_other',
    'X-Hop',
    '1',
    'X-Other',
    '2',
    'X-Kept',
    '3',
  ]
  assert.deepEqual(
    requestHeaders(raw, { ...forwarding, newRequestId: null }),
    [
      ['Host', 'hub.test'],
      ['X-Kept', '3'],
      ['X-Forwarded-For', '192.0.2.1'],
      ['X-Forwarded-Proto', 'https'],
      ['X-Forwarded-Host', 'hub.test'],
    ].flat(),
  )
})

test('a request without Host says none to the upstream [edge.forwarded]', () => {
  assert.ok(!requestHeaders([], { ...forwarding, host: null }).includes('X-Forwarded-Host'))
})

test('an id is made only for a request that brings none [edge.request-id]', () => {
  assert.ok(requestHeaders([], forwarding).includes('new-id'))
  assert.ok(!requestHeaders(['x-REQUEST-id', 'mine'], forwarding).includes('new-id'))
  assert.ok(!requestHeaders([], { ...forwarding, newRequestId: null }).includes('X-Request-Id'))
})

test('an answer keeps all but the headers of its connection [edge.hop-by-hop]', () => {
  const raw = [
    'Set-Cookie',
    'a=1',
    'Connection',
    'x-hop',
    'X-Hop',
    '1',
    'Set-Cookie',
    'b=\xe9',
    'Trailer',
    'x',
  ]
  assert.deepEqual(responseHeaders(raw, 200), ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=\xe9'])
})
