import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCredentialAttempts, networkOf } from './attempts.ts'

const start = () => {
  let now = 0
  const attempts = createCredentialAttempts({ clock: { now: () => now } })
  return { ...attempts, advance: (ms: number) => (now += ms) }
}

test('a wrong key is wrong for ten seconds without a question [mcp.attempts]', () => {
  const { check, recordInvalid, advance } = start()
  assert.deepEqual(check('sk-a', 'here'), { kind: 'ask' })
  recordInvalid('sk-a', 'here')
  assert.deepEqual(check('sk-a', 'here'), { kind: 'wrong' })
  assert.deepEqual(check('sk-b', 'here'), { kind: 'ask' })
  advance(10_000)
  assert.deepEqual(check('sk-a', 'here'), { kind: 'ask' })
})

test('an address has a limited number of attempts, and earlier correct keys do not count [mcp.attempts]', () => {
  const { check, recordInvalid, recordValid, advance } = start()
  check('sk-right', 'here')
  recordValid('sk-right')
  for (let n = 1; n < 120; n++) {
    assert.deepEqual(check(`sk-${n}`, 'here'), { kind: 'ask' })
    recordInvalid(`sk-${n}`, 'here')
  }
  assert.deepEqual(check('sk-new', 'here'), { kind: 'wait', seconds: 1 })
  assert.deepEqual(check(null, 'here'), { kind: 'wait', seconds: 1 })
  assert.deepEqual(check('sk-1', 'here'), { kind: 'wrong' })
  assert.deepEqual(check('sk-right', 'here'), { kind: 'known' })
  assert.deepEqual(check('sk-new', 'elsewhere'), { kind: 'ask' })
  advance(1000)
  assert.deepEqual(check('sk-new', 'here'), { kind: 'ask' })
})

test('a key that was right and is so no more is a try like others [mcp.attempts]', () => {
  const { check, recordInvalid, recordValid, advance } = start()
  recordValid('sk-a')
  recordInvalid('sk-a', 'here')
  advance(10_000)
  for (let n = 0; n < 120; n++) check(null, 'here')
  assert.equal(check('sk-a', 'here').kind, 'wait')
})

test('the memory of wrong keys is bounded [mcp.attempts]', () => {
  const { check, recordInvalid } = start()
  for (let n = 0; n <= 10_000; n++) recordInvalid(`sk-${n}`, 'here')
  assert.equal(check('sk-0', 'here').kind, 'ask')
  assert.equal(check('sk-1', 'here').kind, 'wrong')
})

test('an address is its network, as the edge saw it [mcp.attempts]', () => {
  for (const [forwardedFor, network] of [
    ['203.0.113.7', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
    [undefined, '127.0.0.1'],
    ['', '127.0.0.1'],
  ] as const)
    assert.equal(networkOf(forwardedFor, '127.0.0.1'), network)
})
