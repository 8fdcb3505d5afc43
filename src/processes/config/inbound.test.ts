import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadConfiguration } from '#ground/base/environment.ts'
import { readInboundConfig } from './inbound.ts'

const standard = (secret: string) =>
  readInboundConfig({ WEBHOOK_INBOUND_STANDARD: 'true', WEBHOOK_INBOUND_SECRET: secret }).webhook

test('without a word about it the webhook has no secret, takes the shared one, and is named webhook', () => {
  const { surfaces, webhook } = readInboundConfig({})
  assert.deepEqual(surfaces, [])
  assert.deepEqual(webhook, {
    name: 'webhook',
    mode: 'secret',
    secretVariable: 'WEBHOOK_INBOUND_SECRET',
    secret: null,
    maxBytes: 32 * 1024 * 1024,
  })
})

test('an empty secret is none', () => {
  assert.equal(readInboundConfig({ WEBHOOK_INBOUND_SECRET: '' }).webhook.secret, null)
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

test('two ways to verify at once are refused', () => {
  const both = { WEBHOOK_INBOUND_HMAC: 'true', WEBHOOK_INBOUND_STANDARD: 'true' }
  assert.throws(() => readInboundConfig(both), /WEBHOOK_INBOUND_STANDARD: not together/)
})
