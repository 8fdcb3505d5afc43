import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  asNumber,
  compareNumbers,
  isExactNumber,
  isZero,
  numberIn,
  valueText,
  type ExactNumber,
} from './exact-number.ts'
import { markNumbers, unmarkedJson, unmarkNumbers } from './marks.ts'
import { mayLoseDigits, parseJson } from './parse.ts'
import { forBrowsers, withPlainNumbers } from './plain.ts'
import { exactRpcMessage } from './rpc-message.ts'

const digits = fc.stringMatching(/^\d{1,24}$/)
const whole = digits.map((text) => text.replace(/^0+(?=\d)/, ''))
const numberText = fc
  .tuple(
    fc.constantFrom('', '-'),
    whole,
    fc.option(digits),
    fc.option(
      fc.tuple(
        fc.constantFrom('e', 'E', 'e+', 'e-'),
        digits.map((text) => text.slice(0, 4)),
      ),
    ),
  )
  .map(
    ([sign, before, after, exponent]) =>
      sign + before + (after === null ? '' : `.${after}`) + (exponent === null ? '' : exponent.join('')),
  )

const { json: jsonText } = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    numberText,
    fc.constantFrom('true', 'null', '{}', '[]', '"a: 1.0, 12345678901234567890"', '"1.10"'),
    fc.string().map((text) => JSON.stringify(text)),
    fc.array(tie('json'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
    fc
      .uniqueArray(fc.tuple(fc.string(), tie('json')), {
        maxLength: 4,
        selector: ([key]) => key,
      })
      .map((members) => members.filter(([key]) => !/^\d+$/.test(key))) // JavaScript moves integer keys to the front
      .map((members) => `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`),
  ),
}))

test('any JSON text is written again with the digits it came with', () => {
  fc.assert(fc.property(jsonText, (text) => assert.equal(JSON.stringify(parseJson(text)), text)))
})

test('a text without unusual numbers is parsed the fast way, and no unusual number is overlooked', () => {
  fc.assert(
    fc.property(numberText, fc.constantFrom('', ' ', '\n'), (number, blank) => {
      for (const text of [number, `[1,${blank}${number}]`, `{"a":${blank}${number}${blank}}`])
        if (isExactNumber(numberIn(number))) assert.ok(mayLoseDigits(text), text)
    }),
  )
  for (const text of ['{"id":123,"at":"2026-11-28T18:30:00.000Z","n":-1.25}', '[1,2.5,"1e5",0,-7,0.001]'])
    assert.ok(!mayLoseDigits(text), text)
})

test('numbers compare by value to their last digit, however they are written', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.bigInt(), (a, b) => {
      const [x, y] = [numberIn(String(a))!, numberIn(String(b))!]
      assert.equal(Math.sign(compareNumbers(x, y)), a < b ? -1 : a > b ? 1 : 0)
      assert.equal(valueText(x) === valueText(y), a === b)
    }),
  )
  fc.assert(
    fc.property(numberText, fc.nat({ max: 5 }), (text, zeros) => {
      const number = numberIn(text)!
      const [mantissa, exponent] = text.toLowerCase().split('e')
      const dotted = mantissa!.includes('.') ? mantissa : `${mantissa}.`
      const longer = numberIn(
        `${dotted}${'0'.repeat(zeros + 1)}${exponent === undefined ? '' : `e${exponent}`}`,
      )!
      assert.equal(compareNumbers(number, longer), 0)
      assert.equal(isZero(number), isZero(longer))
    }),
  )
  const order = [
    '-1e400',
    '-12345678901234567891',
    '-1',
    '-0.10',
    '0',
    '1e-400',
    '0.1',
    '1.0',
    '9007199254740993',
    '1e400',
  ]
  for (const [at, text] of order.entries())
    for (const [other, another] of order.entries())
      assert.equal(Math.sign(compareNumbers(numberIn(text)!, numberIn(another)!)), Math.sign(at - other))
  assert.equal(compareNumbers(numberIn('-0')!, 0), 0)
})

test('a number becomes a JavaScript number only where that has its value', () => {
  const plain = (text: string) => withPlainNumbers(parseJson(text))
  assert.deepEqual(plain('{"a":1.0,"b":1.10,"c":[1e3,100000000000000000000]}'), {
    a: 1,
    b: 1.1,
    c: [1000, 1e20],
  })
  assert.ok(Math.abs(asNumber(numberIn('0.1234567890123456789')!)! - 0.12345678901234568) < 1e-15)
  for (const text of ['7615917337495251231', '1e400', '-9007199254740993', '9007199254740993.5', '1e-400']) {
    assert.equal(asNumber(numberIn(text)!), null, text)
    assert.equal(JSON.stringify(plain(`{"a":[${text}]}`)), `{"a":[${text}]}`)
    assert.equal(JSON.stringify(forBrowsers(parseJson(`[${text}]`))), `["${text}"]`)
  }
  fc.assert(
    fc.property(fc.bigInt(), (whole) => {
      const number = asNumber(numberIn(String(whole))!)
      assert.equal(number, BigInt(Number(whole)) === whole ? Number(whole) : null)
    }),
  )
  const value = { a: [1, { b: null }] }
  assert.equal(withPlainNumbers(value), value)
  const part = { c: 1 }
  assert.equal((withPlainNumbers({ a: numberIn('1.0'), part }) as { part: object }).part, part)
  assert.deepEqual(Object.entries(plain('{"__proto__":1.0}') as object), [['__proto__', 1]])
})

test('a number that JavaScript cannot hold prints its digits, and refuses to be calculated with or cloned', () => {
  const number = parseJson('7615917337495251231') as ExactNumber
  assert.equal(String(number), '7615917337495251231')
  assert.throws(() => Number(number), /cannot hold 7615917337495251231 exactly/)
  assert.throws(() => structuredClone(number), { name: 'DataCloneError' })
})

test('marked numbers come through a library that parses and writes JSON itself', () => {
  fc.assert(
    fc.property(jsonText, (text) => {
      const value = parseJson(text)
      const through: unknown = JSON.parse(JSON.stringify(markNumbers(value)))
      assert.equal(JSON.stringify(unmarkNumbers(through)), text)
      assert.equal(unmarkedJson(JSON.stringify(through)), text)
    }),
  )
})

test('a JSON-RPC message keeps ids and arguments to the last digit, and other numbers are plain', () => {
  const text =
    '{"jsonrpc":"2.0","id":9007199254740993,"method":"tools/call","params":{"name":"a","arguments":{"id":7615917337495251231,"price":1.10},"_meta":{"progressToken":9007199254740995,"ttl":5.0}}}'
  const message = exactRpcMessage(parseJson(text), new Set(['arguments'])) as { id: unknown }
  assert.equal(typeof message.id, 'string')
  const written = unmarkedJson(JSON.stringify(message))
  assert.equal(written, text.replace('5.0', '5'))
  for (const alone of [
    '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}',
    '{"jsonrpc":"2.0","method":"x","params":{"requestId":9007199254740993}}',
    '{"jsonrpc":"2.0","method":"x","params":{"_meta":{"progressToken":9007199254740993}}}',
  ])
    assert.match(JSON.stringify(exactRpcMessage(parseJson(alone), new Set())), /":"[^"]*9007199254740993"/)
  const parsed = parseJson(text) as { params: { arguments: object } }
  const kept = exactRpcMessage(parsed, new Set(['arguments'])) as typeof parsed
  assert.equal(kept.params.arguments, parsed.params.arguments)
  const plain = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
  assert.equal(JSON.stringify(exactRpcMessage(parseJson(plain), new Set())), plain)
})
