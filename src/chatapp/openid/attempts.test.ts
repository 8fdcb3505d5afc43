import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createSealer } from '#ground/base/sealing.ts'
import { attemptCookie, createOpenidAttempts } from './attempts.ts'

const ATTEMPT = {
  state: 's1',
  nonce: 'n',
  verifier: 'v',
  redirectUri: 'http://x/oauth/a/callback',
  target: '/',
}

const HOST = 'hub.test:3080'

const attemptsAt = (time: { ms: number }, secret = 'a secret of this Hub') =>
  createOpenidAttempts({ sealer: createSealer(secret, 'signing in'), clock: { now: () => time.ms } })

test('an attempt opens for its provider and state, among any other cookies', () => {
  const attempts = attemptsAt({ ms: 0 })
  const sealed = attempts.seal('a', ATTEMPT)
  assert.deepEqual(attempts.find('a', ['', 'no', `${sealed}x`, sealed], 's1'), ATTEMPT)
  assert.equal(attempts.find('b', [sealed], 's1'), null)
  assert.equal(attempts.find('a', [sealed], 's2'), null)
  assert.equal(attemptsAt({ ms: 0 }, 'another secret').find('a', [sealed], 's1'), null)
})

test('after an hour it opens no more', () => {
  const time = { ms: 1000 }
  const attempts = attemptsAt(time)
  const sealed = attempts.seal('a', ATTEMPT)
  time.ms += 3_599_999
  assert.notEqual(attempts.find('a', [sealed], 's1'), null)
  time.ms += 1
  assert.equal(attempts.find('a', [sealed], 's1'), null)
})

test('a browser carries five attempts at most: the oldest, those that are over and unreadable ones are dropped', () => {
  const time = { ms: 0 }
  const attempts = attemptsAt(time)
  const cookies = Array.from({ length: 6 }, (_, index) => {
    time.ms += 1000
    const state = `s${index}`
    return `${attemptCookie(state, HOST)}=${attempts.seal('a', { ...ATTEMPT, state })}`
  })
  const names = cookies.map((cookie) => cookie.split('=')[0]!)
  const header = ['token=x', `${attemptCookie('other', HOST)}=broken`, ...cookies].join('; ')
  assert.deepEqual(
    attempts.surplus('a', { cookie: header, host: HOST }).toSorted(),
    [attemptCookie('other', HOST), names[0]!, names[1]!].toSorted(),
  )
  assert.deepEqual(attempts.surplus('a', { cookie: cookies.slice(0, 4).join('; '), host: HOST }), [])
  assert.deepEqual(attempts.surplus('a', { host: HOST }), [])
  time.ms += 3_600_000
  assert.equal(attempts.surplus('a', { cookie: cookies.slice(0, 4).join('; '), host: HOST }).length, 4)
})

test('attempts of a Hub at another port of the host stay', () => {
  const attempts = attemptsAt({ ms: 0 })
  const neighbours = ['hub.test:3081', 'hub.test'].flatMap((host) =>
    Array.from({ length: 9 }, (_, index) => `${attemptCookie(`s${index}`, host)}=sealed-there`),
  )
  const own = `${attemptCookie('own', HOST)}=broken`
  const cookie = [...neighbours, own].join('; ')
  assert.deepEqual(attempts.surplus('a', { cookie, host: HOST }), [attemptCookie('own', HOST)])
})
