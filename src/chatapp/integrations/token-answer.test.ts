import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { grantOf } from './token-answer.ts'

const read = (answer: Record<string, unknown>) =>
  grantOf(
    { access_token: 'a', token_type: 'bearer', ...answer },
    { scope: 'read', refreshToken: 'r' },
    { ...systemClock, now: () => 1_000_000 },
  )

test('an expiry beyond the calendar counts as no expiry [integrations.odd-answers]', () => {
  assert.equal(read({ expires_in: 60 }).expiresAt, 1060)
  assert.equal(read({ expires_in: 1.9 }).expiresAt, 1001)
  for (const seconds of [undefined, 0, -1, 1e10, 1e308])
    assert.equal(read({ expires_in: seconds }).expiresAt, null)
})

test('a token that no header carries is refused [integrations.odd-answers]', () => {
  for (const token of ['a\r\nx-evil: 1', 'a\u0000', '\u2603'])
    for (const name of ['access_token', 'refresh_token'])
      assert.throws(() => read({ [name]: token }), { name: 'ProviderFailure' }, JSON.stringify(token))
})
