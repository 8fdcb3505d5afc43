import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { equalSecrets, sign, verify } from './signing.ts'

test('a signature is HMAC-SHA256 as base64url (RFC 4231, case 2)', () => {
  const hex = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'
  assert.equal(sign('Jefe', 'what do ya want for nothing?'), Buffer.from(hex, 'hex').toString('base64url'))
})

test('only the exact signature of the exact message under the exact secret verifies', () => {
  const text = fc.string({ minLength: 1 })
  fc.assert(
    fc.property(text, text, text, (secret, message, other) => {
      const signature = sign(secret, message)
      assert.ok(verify(secret, message, signature))
      assert.ok(!verify(secret, message, `${signature}=`))
      assert.ok(!verify(secret, message, signature.slice(0, -1)))
      assert.equal(verify(secret, other, signature), other.toWellFormed() === message.toWellFormed())
      assert.ok(!verify(`${secret}.`, message, signature))
    }),
  )
})

test('secrets of different lengths are compared without an error', () => {
  assert.ok(equalSecrets('', ''))
  assert.ok(equalSecrets('sesame', 'sesame'))
  assert.ok(!equalSecrets('sesame', 'sesame '))
  assert.ok(!equalSecrets('sesame', ''))
})
