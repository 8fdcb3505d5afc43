import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { areNear, subscriberOf } from './phone-number.ts'

const SAME: readonly (readonly [string, ...string[]])[] = [
  ['551187654321', '+55 11 98765-4321', '0055 (11) 98765-4321', '+55 (0)11 98765-4321'],
  ['5215512345678', '+52 55 1234 5678', '+52 1 55 1234 5678'],
  [
    '5491123456789',
    '+54 11 2345-6789',
    '+54 9 11 2345 6789',
    '+54 11 15 2345-6789',
    '+54 (0)11 15 2345 6789',
  ],
  ['5493514567890', '+54 351 15 456-7890', '+54 351 456 7890'],
  ['22961234567', '+229 01 61 23 45 67'],
  [
    '4915123456789',
    '+49 (0)151 23456789',
    '0049 151 23456789',
    '+49 0151 2345 6789',
    '+49.151.2345.6789',
    '+49 151/23456789',
    '\u202a+49 151 23456789\u202c',
    '＋４９ １５１ ２３４５６７８９',
    'tel:+49-151-23456789',
  ],
  ['447911123456', '+44 (0)7911 123456', '+44 (07911) 123456', '00447911123456'],
  ['33612345678', '+33 (0)6 12 34 56 78'],
  ['390612345678', '+39 06 1234 5678', '0039 06 12345678', '+39 (0)6 12345678'],
  ['16505551234', '+1 (650) 555-1234', '001 650 555 1234', '+1 650‑555‑1234'],
]

test('a number is the same however it is written [messaging.roster]', () => {
  for (const forms of SAME)
    for (const form of forms) assert.equal(subscriberOf(form), subscriberOf(forms[0]), form)
})

test('numbers of two subscribers are two [messaging.roster]', () => {
  const pairs = [
    ['551132654321', '5511932654321'],
    ['551177654321', '5511977654321'],
    ['390612345678', '39612345678'],
    ['5215512345678', '5215512345679'],
    ['4915123456789', '5115123456789'],
    ['16505551234', '6505551234'],
    ['22961234567', '22962234567'],
  ] as const
  for (const [a, b] of pairs) assert.notEqual(subscriberOf(a), subscriberOf(b), `${a} ${b}`)
})

test('text that is no telephone number has no subscriber [messaging.roster]', () => {
  for (const id of ['U01', '-100123', 'US.13491208655302741918', 'a b', '', 'sender_chat:-1'])
    assert.equal(subscriberOf(id), null, id)
})

const NUMBERS = fc.oneof(
  fc.tuple(fc.constant('49'), fc.stringMatching(/^[1-9]\d{6,10}$/)),
  fc.tuple(fc.constant('44'), fc.stringMatching(/^[1-9]\d{9}$/)),
  fc.tuple(fc.constant('1'), fc.stringMatching(/^[2-9]\d{9}$/)),
  fc.tuple(fc.constant('39'), fc.stringMatching(/^(0\d{8,9}|3\d{9})$/)),
  fc.tuple(
    fc.constant('55'),
    fc.stringMatching(/^[1-9]\d([2-5]\d{7}|9[689]\d{7}|97[1-6]\d{6}|7[07-9]\d{6})$/),
  ),
  fc.tuple(fc.constant('52'), fc.stringMatching(/^[2-9]\d{9}$/)),
  fc.tuple(fc.constant('54'), fc.stringMatching(/^(11[2-9]|[23]\d[02-9])\d{7}$/)),
  fc.tuple(fc.constant('229'), fc.stringMatching(/^[2-9]\d{7}$/)),
)

test('equal numbers are equal in every format, and different numbers stay different [messaging.roster]', () => {
  fc.assert(
    fc.property(NUMBERS, NUMBERS, ([codeA, a], [codeB, b]) => {
      const isSame = codeA + a === codeB + b
      assert.equal(subscriberOf(`+${codeA} ${a}`) === subscriberOf(`00${codeB}${b}`), isSame)
      assert.equal(subscriberOf(`+${codeA} ${a}`), subscriberOf(codeA + a))
    }),
    { numRuns: 2000 },
  )
  fc.assert(
    fc.property(NUMBERS, ([code, national]) => {
      const once = subscriberOf(code + national)!
      assert.equal(subscriberOf(once), once, 'brought to its form once and for all')
    }),
  )
})

test('a number that lacks its country code is near, and strangers are not [messaging.roster]', () => {
  for (const [a, b] of [
    ['0151 23456789', '4915123456789'],
    ['98765-4321', '5511987654321'],
    ['650 555 1234', '16505551234'],
  ] as const)
    assert.ok(areNear(a, b) && areNear(b, a), `${a} ${b}`)
  for (const [a, b] of [
    ['4915123456789', '+49 (0)151 23456789'],
    ['4915123456789', '4915123456780'],
    ['123', '4915123456123'],
    ['U01', 'U02'],
  ] as const)
    assert.ok(!areNear(a, b), `${a} ${b}`)
})
