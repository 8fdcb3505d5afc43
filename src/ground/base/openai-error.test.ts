import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorTypeOf, isOpenAiPath } from './openai-error.ts'

test('the paths of OpenAI’s clients are distinguished from the web chat’s own', () => {
  for (const path of [
    '/api/chat/completions',
    '/api/v1/chat/completions?a=b',
    '/api/models',
    '/api/v1/models?refresh=true',
    '/api/models/garden',
    '/api/responses',
    '/api/v1/audio/speech',
  ])
    assert.ok(isOpenAiPath(path), path)
  for (const path of [
    '/',
    '/api/v1/chats/x',
    '/api/chat/completionsx',
    '/api/v1/models/model?id=x',
    '/api/v1/files/',
    '/openai/chat/completions',
    '/x/api/models',
    '/api/modelsx',
  ])
    assert.ok(!isOpenAiPath(path), path)
})

test('each status has a type', () => {
  const types = [400, 401, 403, 404, 413, 422, 429, 500, 502, 503, 504, 507].map(errorTypeOf)
  assert.deepEqual(types, [
    'invalid_request_error',
    'authentication_error',
    'permission_error',
    ...Array(3).fill('invalid_request_error'),
    'rate_limit_error',
    ...Array(2).fill('server_error'),
    'service_unavailable',
    ...Array(2).fill('server_error'),
  ])
})
