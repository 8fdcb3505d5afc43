import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  isNew,
  isOpen,
  nextState,
  type JourneyEvent,
  type JourneyState,
  type KnownConnection,
  hasAgreed,
  hasKeptConnection,
  unmetScopes,
  withheldScopes,
} from './journey.ts'

const STATES: readonly JourneyState[] = ['waiting', 'started', 'connected', 'failed', 'cancelled', 'expired']
const EVENTS: readonly JourneyEvent[] = ['start', 'stored', 'returned', 'cancel', 'time-up']
const RANK: Readonly<Record<JourneyState, number>> = {
  waiting: 0,
  started: 1,
  failed: 2,
  cancelled: 3,
  expired: 3,
  connected: 3,
}

test('in any sequence, a journey only advances, and connects only after its start [connections.states]', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...EVENTS)), (events) => {
      let state: JourneyState = 'waiting'
      for (const event of events) {
        const next = nextState(state, event)
        assert.ok(RANK[next] >= RANK[state], `${state} became ${next} by ${event}`)
        if (next === 'connected' && state !== 'connected') {
          assert.ok(state === 'started' || state === 'failed', `${state} was connected`)
          assert.equal(event, 'stored')
        }
        if (RANK[state] === 3) assert.equal(next, state)
        state = next
      }
      const started = events.indexOf('start')
      if (
        started === -1 ||
        events.slice(0, started).some((event) => event === 'cancel' || event === 'time-up')
      )
        assert.ok(state === 'waiting' || state === 'cancelled' || state === 'expired')
    }),
  )
})

test('only a journey that waits or was started is open [connections.states]', () => {
  assert.deepEqual(STATES.filter(isOpen), ['waiting', 'started'])
})

const STARTED = Date.UTC(2026, 0, 1, 12)
const at = (seconds: number) => STARTED / 1000 + seconds
const stored = (change: Partial<KnownConnection> = {}): KnownConnection => ({
  id: 'one',
  state: 'healthy',
  createdAt: at(-1000),
  updatedAt: at(-1000),
  ...change,
})

test('a connection that was there before counts only when another took its place [connections.new]', () => {
  const journey = (before: KnownConnection | null) => ({ before, startedAt: STARTED })
  const table: [string, KnownConnection | null, KnownConnection | null, boolean][] = [
    ['none then, none now', null, null, false],
    ['none then, one now', null, stored({ createdAt: at(5) }), true],
    ['the same', stored(), stored(), false],
    ['the same, refreshed since', stored(), stored({ updatedAt: at(5) }), false],
    ['another', stored(), stored({ id: 'two', createdAt: at(5), updatedAt: at(5) }), true],
    ['made anew in its place', stored(), stored({ createdAt: at(5), updatedAt: at(5) }), true],
    ['a revoked one that was renewed', stored({ state: 'revoked' }), stored({ updatedAt: at(0) }), true],
    [
      'a revoked one that still is',
      stored({ state: 'revoked' }),
      stored({ state: 'revoked', updatedAt: at(5) }),
      false,
    ],
    ['a new one that is no good', null, stored({ state: 'revoked', createdAt: at(5) }), false],
    [
      'a new connection with fewer scopes than requested',
      stored(),
      stored({ state: 'scope_missing', createdAt: at(5) }),
      true,
    ],
    [
      'the same connection with fewer scopes than requested, refreshed since',
      stored({ state: 'scope_missing' }),
      stored({ state: 'scope_missing', updatedAt: at(5) }),
      false,
    ],
    ['gone', stored(), null, false],
  ]
  for (const [name, before, now, expected] of table) assert.equal(isNew(journey(before), now), expected, name)
  assert.equal(isNew({ before: null, startedAt: null }, stored()), false)
})

test('an account lacks the scopes needed last except those it has; consent counts until another journey [connections.step-up]', () => {
  const place = { userId: 'u', provider: 'beds' }
  const journey = {
    ...place,
    lack: 'scope_missing',
    state: 'connected',
    before: null,
    scopes: ['a', 'b'],
  } as const
  const plain = { ...place, lack: 'asked', state: 'connected', before: null, scopes: [] } as const
  const others = [
    { ...journey, userId: 'former' },
    { ...journey, provider: 'plants' },
  ]
  assert.deepEqual(unmetScopes([plain, journey], { ...place, granted: ['b'] }), ['a'])
  assert.deepEqual(unmetScopes([journey], { ...place, granted: ['a', 'b', 'c'] }), [])
  assert.deepEqual(unmetScopes([plain, ...others], { ...place, granted: [] }), [])
  assert.ok(hasAgreed([...others, journey, plain], { ...place, scopes: ['b'] }))
  assert.ok(!hasAgreed([journey], { ...place, scopes: ['b', 'c'] }))
  assert.ok(!hasAgreed([plain, journey], { ...place, scopes: ['b'] }))
  assert.ok(!hasAgreed([{ ...journey, state: 'failed' }, journey], { ...place, scopes: ['b'] }))
  assert.ok(!hasAgreed(others, { ...place, scopes: ['b'] }))

  const before = stored({ scopes: ['c'] })
  assert.ok(
    hasAgreed([{ ...journey, before }], { ...place, scopes: ['c'] }),
    'granted before, requested again',
  )
  assert.ok(!hasAgreed([{ ...plain, before }], { ...place, scopes: ['c'] }), 'not requested again')
  const second = { ...journey, scopes: ['d'] }
  assert.ok(hasAgreed([second, journey], { ...place, scopes: ['a', 'd'] }), 'two scopes, withheld in turn')
  assert.ok(!hasAgreed([second, plain, journey], { ...place, scopes: ['a'] }))
})

test('a connected journey names the scopes that the provider withheld, and a failed journey keeps the earlier connection [connections.step-up]', () => {
  const scopes = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'openid', 'offline_access'))
  fc.assert(
    fc.property(scopes, scopes, scopes, scopes, (asked, own, earlier, granted) => {
      const journey = { state: 'connected', scopes: own, before: stored({ scopes: earlier }) } as const
      const wanted: ReadonlySet<string> = new Set([...asked, ...own, ...(own.length > 0 ? earlier : [])])
      const has: ReadonlySet<string> = new Set(granted)
      const expected = ['a', 'b', 'c'].filter((scope) => wanted.has(scope) && !has.has(scope))
      const connection = { state: 'scope_missing', scopes: granted } as const
      assert.deepEqual(withheldScopes(journey, asked, connection).toSorted(), expected)
      assert.deepEqual(withheldScopes({ ...journey, state: 'failed' }, asked, connection), [])
      assert.deepEqual(withheldScopes(journey, asked, undefined), [])
    }),
  )
  for (const [state, before, isKept] of [
    ['failed', 'healthy', true],
    ['failed', 'scope_missing', true],
    ['failed', 'revoked', false],
    ['connected', 'healthy', false],
  ] as const)
    assert.equal(
      hasKeptConnection({ state, before: stored({ state: before }) }),
      isKept,
      `${state} ${before}`,
    )
  assert.equal(hasKeptConnection({ state: 'failed', before: null }), false)
})
