import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wellFormedJson } from './well-formed.ts'

test('JSON of any value becomes that of the same value with well-formed texts', () => {
  const text = fc.array(fc.nat(0xff_ff)).map((codes) => String.fromCharCode(...codes))
  const half = fc.constantFrom('\ud83d', '\ude00', '\\ud83d', '\\\\ude00', 'u', '\\')
  const part = fc.oneof(
    text,
    fc.array(half).map((halves) => halves.join('')),
  )
  fc.assert(
    fc.property(
      fc.dictionary(part, fc.oneof(part, fc.array(part, { maxLength: 3 }), fc.integer()), { maxKeys: 3 }),
      (value) => {
        const made: unknown = JSON.parse(wellFormedJson(JSON.stringify(value)))
        assert.deepEqual(made, wellFormed(value))
      },
    ),
  )
})

test('halves that a writer escaped become the replacement character, pairs stay', () => {
  const json = String.raw`{"a":"\uD83D\uDE00","b":"x\ud83d","c":"\ude00\ud83d y","d":"\\ud83d","e":"\\\ud83d"}`
  assert.equal(
    wellFormedJson(json),
    String.raw`{"a":"\uD83D\uDE00","b":"x\ufffd","c":"\ufffd\ufffd y","d":"\\ud83d","e":"\\\ufffd"}`,
  )
})

const wellFormed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(wellFormed)
  if (typeof value !== 'object' || value === null) return value
  // Like `JSON.parse`: the last of two equal keys wins, and `__proto__` is a key.
  const entries = Object.entries(value).map(([name, field]) => [name.toWellFormed(), wellFormed(field)])
  return JSON.parse(JSON.stringify(Object.fromEntries(entries)))
}
