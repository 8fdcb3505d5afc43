import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { CATALOG } from './catalog.ts'
import { settingsWithoutEffect } from './without-effect.ts'

const found = (environment: Record<string, string>) => settingsWithoutEffect(environment, new Set())

test('a setting that needs another setting is reported while the other is missing [cli.settings-without-effect]', () => {
  for (const [variable, value, needs, other] of [
    ['MCP_OAUTH', 'true', 'MCP_SERVER=true', { MCP_SERVER: 'yes' }],
    ['MCP_ACCESS_GROUP', 'Gardeners', 'MCP_SERVER=true', { MCP_SERVER: '1' }],
    ['SVC_CHATAPP_URL', 'http://x', 'SVC_CHATAPP=openwebui', { SVC_CHATAPP: 'openwebui' }],
    ['SVC_AGENT_COMMAND', 'agent', 'SVC_AGENT_MODE=process', { SVC_AGENT_MODE: 'process' }],
    ['SVC_BLOBS_ACCESS_KEY_ID', 'id', 'SVC_BLOBS_URL=s3://…', { SVC_BLOBS_URL: 's3://files' }],
    ['SVC_OTEL_HEADERS', 'a=b', 'SVC_OTEL_ENDPOINT', { SVC_OTEL_ENDPOINT: 'http://x' }],
    ['WEBHOOK_INBOUND_HMAC', 'on', 'WEBHOOK_INBOUND_SECRET', { WEBHOOK_INBOUND_SECRET: 's' }],
  ] as const) {
    assert.deepEqual(found({ [variable]: value }), [{ variable, needs }])
    assert.deepEqual(found({ [variable]: value, ...other }), [], variable)
  }
})

test('a setting that disables another setting also removes its effect [cli.settings-without-effect]', () => {
  const locked = { SVC_LOCK_CHATAPP_ACCESS_UI: 'true' }
  assert.deepEqual(found(locked), [])
  assert.deepEqual(found({ ...locked, SVC_DISABLE_EDGE: '1' }), [
    { variable: 'SVC_LOCK_CHATAPP_ACCESS_UI', needs: 'SVC_DISABLE_EDGE=false' },
  ])
})

test('a setting that is off or empty requires no other setting [cli.settings-without-effect]', () => {
  assert.deepEqual(found({ MCP_OAUTH: 'false', WEBHOOK_INBOUND_HMAC: 'no', SVC_CHATAPP_URL: '' }), [])
})

test('every name in a rule is one of a setting', () => {
  const known = new Set(Object.values(CATALOG).flatMap((schema) => Object.keys(schema.shape)))
  const source = readFileSync(new URL('without-effect.ts', import.meta.url), 'utf8')
  for (const [name] of source.matchAll(/\b(?:SVC|MCP|WEBHOOK)_[A-Z_]+/g)) assert.ok(known.has(name), name)
})
