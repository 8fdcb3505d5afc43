import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keyExpiry } from './key-expiry.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const at = (time: string) => Date.parse(time) / 1000

test('a key ends after a length of time, or with a whole day', () => {
  assert.deepEqual(keyExpiry('90d', NOW), { ok: true, value: at('2027-02-18T12:00:00Z') })
  assert.deepEqual(keyExpiry('12h', NOW), { ok: true, value: at('2026-11-21T00:00:00Z') })
  assert.deepEqual(keyExpiry('2026-11-20', NOW), { ok: true, value: at('2026-11-21T00:00:00Z') })
})

test('an expiry in the past and an unreadable expiry are refused', () => {
  for (const text of ['2026-11-19', '0d', '500ms'])
    assert.deepEqual(keyExpiry(text, NOW), { ok: false, refusal: 'past' }, text)
  for (const text of ['', 'soon', '2027-02-30', '2027-13-01', '90', '-1d'])
    assert.deepEqual(keyExpiry(text, NOW), { ok: false, refusal: 'unreadable' }, text)
})
