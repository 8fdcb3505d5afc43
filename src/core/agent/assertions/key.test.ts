import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calculateJwkThumbprint } from 'jose'
import { signingKeyOf } from './key.ts'

test('equal secrets give equal keys, with the thumbprint as id, and no private part is published [agent.assertions]', async () => {
  const { publicKey } = signingKeyOf('secret')
  assert.deepEqual(signingKeyOf('secret').publicKey, publicKey)
  assert.notEqual(signingKeyOf('another').publicKey.kid, publicKey.kid)
  assert.equal(publicKey.kid, await calculateJwkThumbprint({ ...publicKey }))
  assert.deepEqual(Object.keys(publicKey).toSorted(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
})
