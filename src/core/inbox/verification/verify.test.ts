import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { headerValues } from './headers.ts'
import type { Verification } from './proof.ts'
import { verification } from './verify.ts'

const NOW = 1_614_265_330_000

const passes = (
  mode: Verification,
  lines: readonly string[],
  { body = 'Hello, World!', query = '', nowMs = NOW } = {},
): boolean => {
  const claim = { headers: headerValues({ rawHeaders: [...lines] }), query: new URLSearchParams(query) }
  const proof = mode.begin(claim)
  const bytes = Buffer.from(body)
  proof?.update(bytes.subarray(0, bytes.length / 2))
  proof?.update(bytes.subarray(bytes.length / 2))
  return proof?.holds(nowMs) ?? false
}

const SECRET = 'It’s a Secret'
const shared = verification('secret', SECRET)

test('the shared secret may be a bearer token, in its own header or in the query [webhook.secret]', () => {
  assert.ok(passes(shared, ['Authorization', `Bearer ${SECRET}`]))
  assert.ok(passes(shared, ['authorization', `bearer ${SECRET}`]))
  assert.ok(passes(shared, ['X-Webhook-Secret', SECRET]))
  assert.ok(passes(shared, [], { query: new URLSearchParams({ token: SECRET }).toString() }))
})

test('no other value of a shared secret passes, wherever it stands [webhook.secret]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (wrong) => {
      fc.pre(wrong.trim() !== SECRET)
      assert.ok(!passes(shared, ['Authorization', `Bearer ${wrong}`]))
      assert.ok(!passes(shared, ['Authorization', wrong]))
      assert.ok(!passes(shared, ['X-Webhook-Secret', wrong]))
      assert.ok(!passes(shared, [], { query: new URLSearchParams({ token: wrong }).toString() }))
    }),
  )
  assert.ok(!passes(shared, ['Authorization', `Basic ${SECRET}`]))
  assert.ok(!passes(shared, ['X-Signature-256', SECRET]))
})

test('a secret that comes twice in one place counts as none [webhook.repeated-header]', () => {
  assert.ok(!passes(shared, ['X-Webhook-Secret', SECRET, 'x-webhook-secret', SECRET]))
  assert.ok(!passes(shared, ['Authorization', `Bearer ${SECRET}`, 'Authorization', `Bearer ${SECRET}`]))
  assert.ok(!passes(shared, [], { query: `token=${encodeURIComponent(SECRET)}&token=x` }))
})

test('a proxy’s own credential does not hinder the right secret beside it', () => {
  assert.ok(passes(shared, ['Authorization', 'Basic cHJveHk6eA==', 'X-Webhook-Secret', SECRET]))
})

const hmac = verification('hmac', "It's a Secret to Everybody")
const VECTOR = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'

test('GitHub’s published signature passes under both header names, in either case [webhook.hmac]', () => {
  for (const name of ['X-Hub-Signature-256', 'X-Signature-256', 'x-signature-256']) {
    assert.ok(passes(hmac, [name, VECTOR]))
    assert.ok(passes(hmac, [name, VECTOR.replace(/[a-f]+$/, (hex) => hex.toUpperCase())]))
  }
})

test('a signature of other bytes, another key or another shape does not pass [webhook.hmac]', () => {
  const sign = (key: string, body: string) => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 1 }), (body, key) => {
      fc.pre(body !== 'Hello, World!')
      assert.ok(!passes(hmac, ['X-Signature-256', VECTOR], { body }))
      assert.ok(!passes(hmac, ['X-Signature-256', sign(key, 'Hello, World!')]))
    }),
  )
  for (const shape of [
    '',
    'sha256=',
    VECTOR.slice(7),
    `${VECTOR}00`,
    VECTOR.slice(0, -2),
    VECTOR.replace('5', 'z'),
    `sha1=${VECTOR.slice(7)}`,
    `${VECTOR},${VECTOR}`,
  ])
    assert.ok(!passes(hmac, ['X-Signature-256', shape]), shape)
  assert.ok(!passes(hmac, []))
  assert.ok(
    !passes(hmac, ['Authorization', "Bearer It's a Secret to Everybody"]),
    'the secret itself is no signature',
  )
})

test('a repeated signature header is a mismatch, and two names must both hold [webhook.repeated-header]', () => {
  const wrong = `sha256=${'0'.repeat(64)}`
  assert.ok(!passes(hmac, ['X-Signature-256', VECTOR, 'X-Signature-256', VECTOR]))
  assert.ok(!passes(hmac, ['X-Signature-256', VECTOR, 'X-Hub-Signature-256', wrong]))
  assert.ok(passes(hmac, ['X-Signature-256', VECTOR, 'X-Hub-Signature-256', VECTOR]))
})

const standard = verification('standard', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
const STANDARD_BODY = '{"test": 2432232314}'
const standardHeaders = ({
  id = 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp = '1614265330',
  family = 'webhook',
} = {}) => [
  `${family}-id`,
  id,
  `${family}-timestamp`,
  timestamp,
  `${family}-signature`,
  'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
]

test('the published signature of Standard Webhooks passes, also under Svix’s names [webhook.standard]', () => {
  const options = { body: STANDARD_BODY }
  assert.ok(passes(standard, standardHeaders(), options))
  assert.ok(passes(standard, standardHeaders({ family: 'svix' }), options))
  const [, , , , name, right] = standardHeaders() as [string, string, string, string, string, string]
  const rest = standardHeaders().slice(0, 4)
  assert.ok(
    passes(standard, [...rest, name, `v1a,xyz v1,AAAA ${right} v2,x`], options),
    'one of several is enough',
  )
  assert.ok(!passes(standard, [...rest, name, 'v1,AAAA'], options))
  assert.ok(!passes(standard, rest, options))
})

test('id and time are covered by the signature, and a time more than five minutes off is refused [webhook.standard]', () => {
  const options = { body: STANDARD_BODY }
  assert.ok(!passes(standard, standardHeaders({ id: 'msg_other' }), options))
  assert.ok(!passes(standard, standardHeaders({ timestamp: '1614265331' }), options))
  assert.ok(!passes(standard, standardHeaders({ timestamp: 'now' }), options))
  for (const [offMs, passing] of [
    [300_000, true],
    [-300_000, true],
    [301_000, false],
    [-301_000, false],
  ] as const)
    assert.equal(
      passes(standard, standardHeaders(), { ...options, nowMs: NOW + offMs }),
      passing,
      String(offMs),
    )
})

test('an empty secret is no secret', () => {
  for (const mode of ['secret', 'hmac', 'standard'] as const)
    assert.throws(() => verification(mode, ''), TypeError)
  assert.throws(() => verification('standard', 'whsec_'), TypeError)
})
