import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ResponseBodyError } from 'openid-client'
import { metadataOf } from './authority.ts'
import { ProviderFailure, oauthFailureReason, requiresProof, requiresPush } from './failure.ts'

const refusal = (error: string, description?: string) =>
  new ResponseBodyError('refused', {
    cause: { error, ...(description !== undefined && { error_description: description }) },
    response: new Response(null, { status: 400 }),
  })
const refusedWith = (error: string, description?: string) => oauthFailureReason(refusal(error, description))

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

test('a refused certificate is named with its remedy, in the log and to the administrator [integrations.reasons]', async () => {
  const refused = Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  const remedy = /self-signed.*NODE_EXTRA_CA_CERTS/
  assert.match(oauthFailureReason(refused), remedy)
  assert.match(oauthFailureReason(new ProviderFailure('none', { cause: refused })), remedy)
  const outgoing = () => Promise.reject(refused)
  await assert.rejects(metadataOf('https://login.example.com', ['oidc'], outgoing), remedy)
})

test('providers word the requirement of a pushed request, or of a bound token, in their own ways [integrations.par]', () => {
  for (const text of [
    'Pushed Authorization Request is only allowed.',
    'Pushed Authorization Requests are enforced but no such request was sent.',
    'client requires pushed_authorization_requests',
    'The authorization request must be pushed',
    'PAR is required for this client',
  ])
    assert.ok(requiresPush(refusal('invalid_request', text)), text)
  for (const text of ['scope x is unknown', 'redirect_uri is not registered', undefined])
    assert.ok(!requiresPush(refusal('invalid_request', text)), text)
  assert.ok(requiresProof(refusal('invalid_dpop_proof')))
  assert.ok(requiresProof(refusal('invalid_request', 'DPoP proof is missing')))
  assert.ok(!requiresProof(refusal('invalid_request', 'proof of possession')))
})
