import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAgentConfig } from './agent.ts'
import { PUBLIC_BRIDGE_KEY, readBridgeConfig } from './bridge.ts'
import { readChatappConfig } from './chatapp.ts'
import { readEdgeConfig } from './edge.ts'
import { OpenIdVariables } from './openid.ts'
import { TelemetryVariables } from './telemetry.ts'
import { parseEnvironment } from '#ground/base/environment.ts'
import { MattermostVariables } from '#features/messaging/channels/mattermost/variables.ts'

test('an address on a port that fetch refuses is named at the start, where fetch calls it', () => {
  const SVC_MODEL_BASE_URL = 'http://127.0.0.1:6000/v1'
  const refusal = {
    name: 'BadConfiguration',
    message: /^\w+: port 6000 is one that browsers and Node refuse/,
  }
  for (const SVC_MODEL of ['openai/gpt-5', 'anthropic/claude', 'google/gemini'])
    assert.throws(() => readAgentConfig({ SVC_MODEL, SVC_MODEL_BASE_URL }), refusal)
  assert.ok(readAgentConfig({ SVC_MODEL: 'compatible/local', SVC_MODEL_BASE_URL }).models[0])
  for (const [schema, variable] of [
    [OpenIdVariables, 'SVC_OIDC_ISSUER'],
    [TelemetryVariables, 'SVC_OTEL_ENDPOINT'],
    [MattermostVariables, 'MATTERMOST_URL'],
  ] as const)
    assert.throws(() => parseEnvironment(schema, { [variable]: 'http://127.0.0.1:6000' }), refusal, variable)
})

test('the bridge uses the public key until it has its own keys', () => {
  assert.deepEqual(readBridgeConfig({}).keys, [PUBLIC_BRIDGE_KEY])
  assert.deepEqual(readBridgeConfig({ BRIDGE_API_KEYS: 'one, two' }).keys, ['one', 'two'])
})

test('origins of artifacts are origins, nothing that could end a policy early', () => {
  assert.deepEqual(readBridgeConfig({ SVC_ARTIFACT_ALLOW_ORIGINS: 'https://cdn.example.com' }).allowOrigins, [
    'https://cdn.example.com',
  ])
  for (const bad of ['https://cdn.example.com/x', '*', "'unsafe-inline'", 'https://a.com;script-src'])
    assert.throws(
      () => readBridgeConfig({ SVC_ARTIFACT_ALLOW_ORIGINS: bad }),
      /SVC_ARTIFACT_ALLOW_ORIGINS/,
      bad,
    )
})

test('a model is chosen with the key and the address that belong to it', () => {
  const environment = {
    SVC_MODEL: 'compatible/llama/3',
    SVC_MODEL_BASE_URL: 'http://127.0.0.1:11434/v1',
    SVC_MODEL_API_KEY: 'k1',
    OPENAI_API_KEY: 'k2',
  }
  const config = readAgentConfig(environment)
  assert.deepEqual([config.models[0]?.provider, config.models[0]?.name], ['compatible', 'llama/3'])
  assert.deepEqual([config.models[0]?.apiKey, config.models[0]?.baseUrl], ['k1', 'http://127.0.0.1:11434/v1'])
  assert.equal(config.modelConfig('openai/gpt').apiKey, 'k2')
  assert.equal(config.modelConfig('anthropic/claude').apiKey, null)
  assert.deepEqual(readAgentConfig({}).models, [])
  assert.throws(() => readAgentConfig({ SVC_MODEL: 'llama' }), /SVC_MODEL: expected <provider>\/<model>/)
})

test('the web chat lets people sign up and wait for approval, and keeps sign-ins for four weeks', () => {
  const config = readChatappConfig({}, 1000)
  assert.deepEqual([config.signUp, config.defaultRole, config.sessionSeconds], [true, 'pending', 28 * 86_400])
  assert.equal(config.maxFileBytes, 1000)
  assert.equal(readChatappConfig({ SVC_CHATAPP_MAX_FILE_BYTES: '5' }, 1000).maxFileBytes, 5)
})

test('paths are locked only when the lock is on', () => {
  assert.deepEqual(readEdgeConfig({ SVC_CHATAPP_LOCKED_PREFIXES: '/x' }).lockedPrefixes, [])
  const on = { SVC_LOCK_CHATAPP_ACCESS_UI: 'true' }
  assert.deepEqual(readEdgeConfig(on).lockedPrefixes, ['/api/v1/groups'])
  assert.deepEqual(readEdgeConfig({ ...on, SVC_CHATAPP_LOCKED_PREFIXES: '/x,/y' }).lockedPrefixes, [
    '/x',
    '/y',
  ])
})
