import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bearerOf, isForeignBearer } from './bearer.ts'

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = (header: object, payload: unknown) => `${part(header)}.${part(payload)}.c2ln`
const HS256 = { alg: 'HS256', typ: 'JWT' }
const OWN = { id: 'a', jti: 's', iat: 1, exp: 2 }

test('keys and session tokens are this service’s own, other bearers are foreign', () => {
  for (const own of ['sk-1', 'sk-', token(HS256, OWN), token(HS256, { id: 'a', jti: 's', exp: 2 })])
    assert.equal(isForeignBearer(own), false, own)
  for (const foreign of [
    token({ alg: 'RS256' }, {}),
    token({ alg: 'RS256' }, OWN),
    token(HS256, { ...OWN, iss: 'https://proxy.example' }),
    token(HS256, { sub: 'a', jti: 's' }),
    token(HS256, null),
    'opaque',
    'ya29.a0-x_y',
    '..',
    'eyJhbGciOiJSUzI1NiJ9.e30.c2ln',
  ])
    assert.equal(isForeignBearer(foreign), true, foreign)
})

test('no text breaks the reading of a bearer', () => {
  fc.assert(fc.property(fc.string(), (text) => typeof isForeignBearer(text) === 'boolean'))
  assert.deepEqual(['Bearer a', 'bearer  a ', 'Basic a', 'Bearer', undefined].map(bearerOf), [
    'a',
    'a',
    null,
    null,
    null,
  ])
})
