import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isSupported, OLDEST_VERSION } from './version.ts'

test('versions from the oldest one on are supported, however they are written', () => {
  for (const version of [
    OLDEST_VERSION,
    'v0.10.0',
    '0.10',
    '0.10.12',
    '0.11.2',
    '0.11.0-rc1',
    '1.0.0',
    '10.0.0',
  ])
    assert.equal(isSupported(version), true, version)
  for (const version of ['0.9.99', '0.6.41', '0.0.0', '', 'latest', '0', '0.10.0.1.', '8', '-1.0.0'])
    assert.equal(isSupported(version), false, version)
})

test('a version counts by its numbers, not by its letters', () => {
  const part = fc.nat(50)
  fc.assert(
    fc.property(part, part, part, (major, minor, patch) => {
      assert.equal(isSupported(`${major}.${minor}.${patch}`), major > 0 || minor >= 10)
    }),
  )
})
