import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bridgeKeys } from './authorize.ts'

test('a key in X-API-Key counts without a bearer, and beside the bearer of another service [bridge.key-required]', () => {
  const { kindOf } = bridgeKeys(['own-key', 'open'], 'open')
  const sent = (authorization: string | undefined, key: string | undefined) =>
    kindOf({ authorization, 'x-api-key': key })
  assert.equal(sent('Bearer own-key', undefined), 'secret')
  assert.equal(sent('Bearer own-key', 'wrong'), 'secret')
  assert.equal(sent(undefined, 'own-key'), 'secret')
  assert.equal(sent('Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln', 'own-key'), 'secret')
  assert.equal(sent('Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln', 'open'), 'public')
  assert.equal(sent('Bearer sk-wrong', 'own-key'), null, 'a wrong key is refused')
  assert.equal(sent('Bearer other', 'wrong'), null)
  assert.equal(sent(undefined, undefined), null)
})
