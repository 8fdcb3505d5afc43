import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { base32, codeAt, stepOf } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

test('codes are those of RFC 4226 and RFC 6238 [chatapp.totp]', () => {
  const hotp = [
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ]
  assert.deepEqual(
    hotp.map((_, step) => codeAt(SECRET, step)),
    hotp,
  )
  for (const [second, code] of [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ] as const)
    assert.equal(codeAt(SECRET, Math.floor(second / 30), 8), code)
})

test('a code is good one step before and after its own, and no further [chatapp.totp]', () => {
  const now = 2_000_000_010
  const step = Math.floor(now / 30)
  const found = [-2, -1, 0, 1, 2].map((away) => stepOf(SECRET, codeAt(SECRET, step + away), now))
  assert.deepEqual(found, [null, step - 1, step, step + 1, null])
  for (const none of ['', '12345', '1234567', ' 287082', '２８７０８２', 'abcdef'])
    assert.equal(stepOf(SECRET, none, 59), null)
})

test('secrets are written in base32 [chatapp.totp]', () => {
  for (const [text, written] of [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const)
    assert.equal(base32(Buffer.from(text)), written)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) =>
      assert.equal(base32(bytes).length, Math.ceil((bytes.length * 8) / 5)),
    ),
  )
})
