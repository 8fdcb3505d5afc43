import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadConfiguration } from '#ground/base/environment.ts'
import { keysOf } from './secret.ts'
import { configuredEndpoint } from './settings.ts'

const standard = (secret: string) =>
  configuredEndpoint({ WEBHOOK_INBOUND_STANDARD: 'true', WEBHOOK_INBOUND_SECRET: secret })

test('by default the webhook has no secret, uses the shared secret, and is named webhook', () => {
  assert.deepEqual(configuredEndpoint({}), {
    name: 'webhook',
    mode: 'secret',
    secretVariable: 'WEBHOOK_INBOUND_SECRET',
    secret: null,
    maxBytes: 32 * 1024 * 1024,
  })
})

test('an empty secret counts as no secret', () => {
  assert.equal(configuredEndpoint({ WEBHOOK_INBOUND_SECRET: '' }).secret, null)
})

test('a key that decodes to nothing, or is no base64, is refused and not shown', () => {
  for (const key of ['', '!', '=', 'not base64!', 'A']) {
    const isNamed = (error: unknown) =>
      error instanceof BadConfiguration &&
      error.message.startsWith('WEBHOOK_INBOUND_SECRET: ') &&
      (key.length < 2 || !error.message.includes(key))
    assert.throws(() => standard(`whsec_${key}`), isNamed, key)
  }
  assert.equal(standard('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw').mode, 'standard')
  assert.equal(standard('any other text').mode, 'standard')
})

test('a bare secret may be a text or base64, a version in front is dropped, and asymmetric keys are refused [webhook.standard-secret]', () => {
  const bare = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const [text, base64] = [Buffer.from(bare), Buffer.from(bare, 'base64')]
  assert.deepEqual(keysOf('standard', bare), [text, base64])
  for (const written of [`whsec_${bare}`, `v1,whsec_${bare}`, `WHSEC_${bare}`, `v1, whsec_${bare}`])
    assert.deepEqual([standard(written).mode, keysOf('standard', written)], ['standard', [base64]], written)
  assert.deepEqual(keysOf('standard', 'no base64!'), [Buffer.from('no base64!')])
  for (const key of ['whpk_AAAA', 'whsk_AAAA', 'v1a,whpk_AAAA', 'v1,', 'v1,whsec_', 'whsec_a-b_'])
    assert.throws(() => standard(key), /^BadConfiguration: WEBHOOK_INBOUND_SECRET: /, key)
  assert.deepEqual(keysOf('hmac', 'whpk_AAAA'), [Buffer.from('whpk_AAAA')], 'elsewhere any text is a secret')
})

test('id headers are read in any case; none is the empty list [webhook.id-headers]', () => {
  const rulesOf = (headers: string) => configuredEndpoint({ WEBHOOK_INBOUND_ID_HEADERS: headers }).rules
  assert.deepEqual(rulesOf('X-Own-Id, ce-source+ce-id'), { idHeaders: ['x-own-id', 'ce-source+ce-id'] })
  assert.deepEqual(rulesOf('none'), { idHeaders: [], deduplicatesByBody: false })
  assert.equal(rulesOf(''), undefined)
  for (const wrong of ['X-A,none', 'X-A:', 'a+b+c'])
    assert.throws(() => rulesOf(wrong), /WEBHOOK_INBOUND_ID_HEADERS: expected names of headers/, wrong)
})

test('two ways to verify at once are refused', () => {
  const both = { WEBHOOK_INBOUND_HMAC: 'true', WEBHOOK_INBOUND_STANDARD: 'true' }
  assert.throws(() => configuredEndpoint(both), /WEBHOOK_INBOUND_STANDARD: not together/)
})

test('the variable for kept headers refuses those that prove a sender [webhook.kept-headers]', () => {
  const rulesOf = (headers: string) => configuredEndpoint({ WEBHOOK_INBOUND_KEEP_HEADERS: headers }).rules
  assert.deepEqual(rulesOf('X-GitHub-Event x-other'), { keptHeaders: ['x-github-event', 'x-other'] })
  assert.equal(rulesOf(''), undefined)
  for (const wrong of ['Authorization', 'X-A X-Hub-Signature-256', Array(21).fill('x-a').join(' ')])
    assert.throws(() => rulesOf(wrong), /WEBHOOK_INBOUND_KEEP_HEADERS: /, wrong)
})
