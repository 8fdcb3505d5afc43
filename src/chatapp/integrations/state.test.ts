import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDue, missingScopes, stateOf, type ScopeFacts } from './state.ts'

const NOW = 1_000_000
const facts: ScopeFacts = {
  readable: true,
  canRefresh: true,
  expiresAt: NOW + 3600,
  refreshFailedAt: null,
  refreshError: null,
  granted: 'files.read',
  wanted: 'openid files.read offline_access',
}
const state = (change: Partial<ScopeFacts>) => stateOf({ ...facts, ...change }, NOW)

test('the state of a connection says whether its person has to act [integrations.states]', () => {
  assert.equal(state({}), 'healthy')
  assert.equal(state({ expiresAt: null }), 'healthy')
  assert.equal(state({ expiresAt: NOW - 1 }), 'healthy')
  assert.equal(state({ expiresAt: NOW, refreshFailedAt: NOW - 60 }), 'expired')
  const refused = { refreshFailedAt: NOW - 60, refreshError: 'invalid_client' }
  assert.equal(state({ ...refused, expiresAt: NOW }), 'misconfigured')
  assert.equal(state({ ...refused, expiresAt: NOW + 60 }), 'expiring')
  assert.equal(state({ expiresAt: NOW + 60, refreshFailedAt: NOW - 60 }), 'expiring')
  assert.equal(state({ expiresAt: NOW, canRefresh: false }), 'expired')
  assert.equal(state({ expiresAt: NOW + 600, canRefresh: false }), 'expiring')
  assert.equal(state({ expiresAt: NOW + 601, canRefresh: false }), 'healthy')
  assert.equal(state({ readable: false, expiresAt: NOW - 1 }), 'revoked')
  assert.equal(state({ wanted: 'files.read files.write' }), 'scope_missing')
  assert.deepEqual(missingScopes({ granted: 'repo,user', wanted: 'user repo gist' }), ['gist'])
})

test('tokens are renewed five minutes ahead, and short-lived ones in the last fifth [integrations.refresh-ahead]', () => {
  const due = (life: number, left: number) =>
    isDue({ expiresAt: NOW + left, refreshedAt: NOW + left - life }, NOW)
  assert.deepEqual(
    [due(3600, 301), due(3600, 300), due(60, 13), due(60, 12), due(60, -5)],
    [false, true, false, true, true],
  )
  assert.equal(isDue({ expiresAt: null, refreshedAt: 0 }, NOW), false)
})
