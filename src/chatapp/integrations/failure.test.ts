import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ResponseBodyError } from 'openid-client'
import { reasonOf } from './failure.ts'

const refusedWith = (error: string, description?: string) =>
  reasonOf(
    new ResponseBodyError('refused', {
      cause: { error, ...(description !== undefined && { error_description: description }) },
      response: new Response(null, { status: 400 }),
    }),
  )

test('a reason has the provider’s own words, shortened, without tokens, queries and people [integrations.reasons]', () => {
  assert.equal(refusedWith('invalid_client'), 'invalid_client')
  assert.equal(
    refusedWith('not_allowed', 'Offline tokens not allowed for the user or client'),
    'not_allowed: Offline tokens not allowed for the user or client',
  )
  const token = 'eyJhbGciOiJSUzI1NiJ9.e30.c2lnbmF0dXJl'
  assert.equal(
    refusedWith('invalid_grant', `Token ${token} of pat@example.com\nsee https://x.test/a?code=1`),
    'invalid_grant: Token [hidden] of [hidden] see https://x.test/a?…',
  )
  assert.ok(refusedWith('invalid_grant', 'very long words '.repeat(100)).length <= 220)
})
