import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { parseHeaderLines, writeHeaderLines } from './engine/fields.ts'
import { namesNotPassed, OUR_PREFIXES, requestHeaders, responseHeaders, type Forwarding } from './headers.ts'

const forwarding: Forwarding = {
  notPassed: namesNotPassed(OUR_PREFIXES),
  address: '192.0.2.1',
  host: 'hub.test',
  protocol: 'https',
  newRequestId: () => 'new-id',
}

const forUpstream = (headers: readonly string[], to: Forwarding = forwarding): string[] =>
  pairsIn(requestHeaders(parseHeaderLines(writeHeaderLines(headers)), to))

const pairsIn = (lines: string): string[] => [...parseHeaderLines(lines)].flat()

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
      const kept = forUpstream(names.flatMap((name) => [name, 'evil']))
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
    fc.property(fc.array(fc.tuple(name, fc.stringMatching(/^[!-~](?:[ -~]*[!-~])?$/))), (headers) => {
      const kept = forUpstream(headers.flat())
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
    forUpstream(raw, { ...forwarding, newRequestId: null }),
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
  assert.ok(!forUpstream([], { ...forwarding, host: null }).includes('X-Forwarded-Host'))
})

test('an id is created only for a request without one [edge.request-id]', () => {
  assert.ok(forUpstream([]).includes('new-id'))
  assert.ok(!forUpstream(['x-REQUEST-id', 'mine']).includes('new-id'))
  assert.ok(!forUpstream([], { ...forwarding, newRequestId: null }).includes('X-Request-Id'))
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
  const kept = ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=\xe9', 'Date', 'then']
  const passed = responseHeaders(parseHeaderLines(writeHeaderLines([...raw, 'Date', 'then'])), 200)
  assert.deepEqual(pairsIn(passed), kept)
})
