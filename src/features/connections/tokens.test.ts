import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { ChatappRefusal } from '#ground/identity/chatapp-client/refusal.ts'
import type { StoredConnection } from '#ground/identity/chatapp-client/connections.ts'
import { createConnectionTokens, tokenOf } from './tokens.ts'

const NOW = Date.UTC(2026, 0, 1)
const stored = (change: Partial<StoredConnection> = {}): StoredConnection => ({
  id: 'one',
  provider: 'plants',
  state: 'healthy',
  accessToken: 'a-token',
  expiresAt: NOW / 1000 + 3600,
  scopes: ['files.read'],
  createdAt: 0,
  updatedAt: 0,
  ...change,
})

test('only a connection that works gives a token [connections.lacks]', () => {
  assert.deepEqual(tokenOf(stored(), NOW), {
    ok: true,
    value: { accessToken: 'a-token', expiresAt: NOW + 3_600_000, scopes: ['files.read'] },
  })
  assert.equal(tokenOf(stored({ state: 'expiring', expiresAt: null }), NOW).ok, true)
  assert.equal(tokenOf(stored({ state: 'scope_missing' }), NOW).ok, true, 'for the scopes that it has')
  for (const [connection, lack] of [
    [undefined, 'missing'],
    [stored({ state: 'expired' }), 'expired'],
    [stored({ state: 'revoked', accessToken: null }), 'revoked'],
    [stored({ state: 'misconfigured', accessToken: null }), 'misconfigured'],
    [stored({ expiresAt: NOW / 1000 }), 'expired'],
    [stored({ accessToken: null }), 'expired'],
  ] as const)
    assert.deepEqual(tokenOf(connection, NOW), { ok: false, refusal: lack })
})

test('a token is kept for 30 seconds and never to its last 30, and a refusal is not kept [connections.one-refresh]', async () => {
  let now = NOW
  let asked = 0
  let answer: Result<StoredConnection[], ChatappRefusal> = accepted([stored()])
  const tokens = createConnectionTokens({
    connections: { of: async () => (asked++, answer) },
    clock: { now: () => now },
  })
  const get = () => tokens.get('pat', 'plants')
  await Promise.all([get(), get(), get()])
  assert.equal(asked, 1)
  now += 29_999
  await get()
  assert.equal(asked, 1)
  now += 1
  answer = accepted([stored({ expiresAt: (now + 40_000) / 1000 })])
  await get()
  assert.equal(asked, 2)
  now += 10_000
  await get()
  assert.equal(asked, 3, '30 s before its end')
  await tokens.get('kim', 'plants')
  assert.equal(asked, 4, 'each person has their own')
  answer = refused({ code: 'unavailable', reason: 'timeout' })
  tokens.forget('pat', 'plants')
  assert.deepEqual(await get(), { ok: false, refusal: 'unavailable' })
  await get()
  assert.equal(asked, 6)
})

test('a token’s lifetime starts with its request, and a clock that is set back does not prolong it [connections.one-refresh]', async () => {
  let now = NOW
  let asked = 0
  const tokens = createConnectionTokens({
    connections: {
      of: async () => {
        asked++
        now += 20_000
        return accepted([stored()])
      },
    },
    clock: { now: () => now },
  })
  await tokens.get('pat', 'plants')
  now += 9999
  await tokens.get('pat', 'plants')
  assert.equal(asked, 1)
  now += 1
  await tokens.get('pat', 'plants')
  assert.equal(asked, 2)
  now -= 3_600_000
  await tokens.get('pat', 'plants')
  assert.equal(asked, 3)
})

test('a token that is forgotten during its request is not cached [connections.one-refresh]', async () => {
  let asked = 0
  const gate = Promise.withResolvers<void>()
  const tokens = createConnectionTokens({
    connections: { of: async () => (asked++, await gate.promise, accepted([stored()])) },
    clock: { now: () => NOW },
  })
  const first = tokens.get('pat', 'plants')
  tokens.forget('pat', 'plants')
  gate.resolve()
  await first
  await tokens.get('pat', 'plants')
  assert.equal(asked, 2)
})
