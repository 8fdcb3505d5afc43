import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import { KeyId, KeyList, KeyRequest, NewKey, OnlyKey, OnlyKeyMade } from './schema.ts'

export const listKeys = chatRoute('get', '/api/v1/auths/api_keys', {
  refusals: ['key_creation_off', 'key_limited'],
  summary: 'The caller’s keys',
  level: 'any',
  answer: KeyList,
})

export const createKey = chatRoute('post', '/api/v1/auths/api_keys', {
  refusals: ['key_creation_off', 'key_expiry_past', 'key_limited', 'too_many_keys'],
  summary: 'Make a key with a name, an end and Hubs it is for',
  level: 'any',
  body: KeyRequest,
  answer: NewKey,
})

export const revokeKey = chatRoute('delete', '/api/v1/auths/api_keys/:id', {
  refusals: ['key_creation_off', 'key_missing', 'key_limited'],
  summary: 'Revoke a key',
  level: 'any',
  params: KeyId,
  answer: z.boolean(),
})

export const makeOnlyKey = chatRoute('post', '/api/v1/auths/api_key', {
  refusals: ['key_creation_off', 'key_limited', 'too_many_keys'],
  summary: 'Make the one key of those who know of one only, in the place of the one before',
  level: 'any',
  answer: OnlyKeyMade,
})

export const readOnlyKey = chatRoute('get', '/api/v1/auths/api_key', {
  refusals: ['key_missing', 'key_limited', 'key_creation_off'],
  summary: 'That key, without its value',
  level: 'any',
  answer: OnlyKey,
})

export const revokeOnlyKey = chatRoute('delete', '/api/v1/auths/api_key', {
  refusals: ['key_missing', 'key_limited', 'key_creation_off'],
  summary: 'Revoke that key',
  level: 'any',
  answer: z.boolean(),
})
