import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalJson, type JsonValue } from './canonical-json.ts'
import { appendToChain, isIntact } from './chain.ts'

const shuffled = (value: JsonValue): JsonValue => {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(shuffled)
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, shuffled(member as JsonValue)]),
  )
}

test('equal values have one canonical text, which reads back as the value [audit.canonical]', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const json = value as JsonValue
      const canonical = canonicalJson(json)
      assert.equal(canonicalJson(shuffled(json)), canonical)
      assert.deepEqual(JSON.parse(canonical), JSON.parse(JSON.stringify(json)))
    }),
  )
  assert.equal(canonicalJson({ b: [1, { d: null, c: undefined }], a: 'é' }), '{"a":"é","b":[1,{"d":null}]}')
})

test('appending at once or bit by bit gives the same chain, and any change breaks it [audit.chain]', () => {
  const text = fc.string({ unit: 'binary', maxLength: 8 })
  const fields = fc.record({ at_ms: fc.nat(), subject: fc.option(text), tool: text })
  fc.assert(
    fc.property(fc.array(fields, { minLength: 1, maxLength: 12 }), fc.nat(), (entries, at) => {
      const start = { count: 0, hash: '' }
      const whole = appendToChain(start, entries)
      const cut = at % entries.length
      const first = appendToChain(start, entries.slice(0, cut))
      const second = appendToChain(first.head, entries.slice(cut))
      assert.deepEqual([...first.rows, ...second.rows], whole.rows)
      assert.deepEqual(second.head, whole.head)
      const row = whole.rows[cut]!
      assert.ok(isIntact(row))
      assert.ok(!isIntact({ ...row, tool: `${row['tool']}!` }))
      assert.ok(!isIntact({ ...row, prev_hash: row.hash }))
    }),
  )
})
