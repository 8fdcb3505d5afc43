import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import { KeyId, KeyList, KeyRequest, NewKey, OnlyKey, OnlyKeyMade } from './schema.ts'

export const listKeys = chatRoute('get', '/api/v1/auths/api_keys', {
  refusals: ['key_creation_off', 'key_limited'],
  summary: 'The caller’s API keys',
  level: 'any',
  answer: KeyList,
})

export const createKey = chatRoute('post', '/api/v1/auths/api_keys', {
  refusals: ['key_creation_off', 'key_expiry_past', 'key_limited', 'too_many_keys'],
  summary: 'Create an API key with a name, expiry and Hubs',
  level: 'any',
  body: KeyRequest,
  answer: NewKey,
})

export const revokeKey = chatRoute('delete', '/api/v1/auths/api_keys/:id', {
  refusals: ['key_creation_off', 'key_missing', 'key_limited'],
  summary: 'Revoke an API key',
  level: 'any',
  params: KeyId,
  answer: z.boolean(),
})

export const makeOnlyKey = chatRoute('post', '/api/v1/auths/api_key', {
  refusals: ['key_creation_off', 'key_limited', 'too_many_keys'],
  summary: 'Replace the caller’s single API key, for clients that support only one key',
  level: 'any',
  answer: OnlyKeyMade,
})

export const readOnlyKey = chatRoute('get', '/api/v1/auths/api_key', {
  refusals: ['key_missing', 'key_limited', 'key_creation_off'],
  summary: 'The caller’s single API key, without its value',
  level: 'any',
  answer: OnlyKey,
})

export const revokeOnlyKey = chatRoute('delete', '/api/v1/auths/api_key', {
  refusals: ['key_missing', 'key_limited', 'key_creation_off'],
  summary: 'Revoke the caller’s single API key',
  level: 'any',
  answer: z.boolean(),
})
