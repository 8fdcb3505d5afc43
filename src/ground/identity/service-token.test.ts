import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SignJWT } from 'jose'
import { testClock } from '../../../tests/support/clock.ts'
import { isServiceToken, looksLikeServiceToken, mintServiceToken } from './service-token.ts'

const SECRET = 'a secret only tests know, 32 or more'

test('a service token is good for a minute [identity.service-token]', () => {
  const clock = testClock()
  const token = mintServiceToken({ secret: SECRET, clock })
  assert.equal(isServiceToken(token, { secret: SECRET, clock }), true)
  clock.advance(59_000)
  assert.equal(isServiceToken(token, { secret: SECRET, clock }), true)
  clock.advance(1000)
  assert.equal(isServiceToken(token, { secret: SECRET, clock }), false)
})

test('a token from the future, with another secret or with any changed character is invalid [identity.service-token]', () => {
  const clock = testClock()
  const token = mintServiceToken({ secret: SECRET, clock })
  assert.equal(isServiceToken(token, { secret: `${SECRET}!`, clock }), false)
  assert.equal(isServiceToken(token, { secret: SECRET, clock: testClock(clock.now() - 6000) }), false)
  for (let at = 0; at < token.length; at++) {
    const changed = token.slice(0, at) + (token[at] === 'x' ? 'y' : 'x') + token.slice(at + 1)
    assert.equal(isServiceToken(changed, { secret: SECRET, clock }), false, changed)
  }
  for (const end of [0, 10, token.indexOf('.') + 1, token.lastIndexOf('.'), token.length - 1])
    assert.equal(isServiceToken(token.slice(0, end), { secret: SECRET, clock }), false)
})

test('a person’s session signed with the same secret is no service token [identity.service-token]', async () => {
  const clock = testClock()
  const now = Math.floor(clock.now() / 1000)
  const session = await new SignJWT({ id: 'ann', jti: 's', svc: true, iat: now, exp: now + 60 })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(Buffer.from(SECRET))
  assert.equal(looksLikeServiceToken(session), false)
  assert.equal(isServiceToken(session, { secret: SECRET, clock }), false)
})
