import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ANTHROPIC_FORMAT, COMPATIBLE_FORMAT, GOOGLE_FORMAT, OPENAI_FORMAT } from './dialects.ts'
import { writeFormat } from './written-format.ts'

const DIALECTS = [OPENAI_FORMAT, ANTHROPIC_FORMAT, GOOGLE_FORMAT, COMPATIBLE_FORMAT]
const text = { type: 'string' }
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const CLOSED = object({ city: text }, { required: ['city'], additionalProperties: false })

test('a plain closed schema reaches each provider as it is', () => {
  for (const dialect of DIALECTS)
    for (const strict of [true, undefined]) {
      const format = { type: 'json' as const, name: 'city', schema: CLOSED, ...(strict && { strict }) }
      assert.deepEqual(writeFormat(dialect, format), { format, isExact: true })
    }
})

test('strict closes each object, also in definitions; other requests stay open', () => {
  const schema = object(
    { place: { $ref: '#/$defs/Place', description: 'where' }, note: { ...text, default: 'x', maxLength: 9 } },
    { $schema: 'x', $defs: { Place: object({ city: text }) } },
  )
  const strict = writeFormat(OPENAI_FORMAT, { type: 'json', schema, strict: true })
  assert.equal(strict.isExact, false)
  assert.deepEqual(strict.format, {
    type: 'json',
    strict: true,
    schema: object(
      { place: { $ref: '#/$defs/Place' }, note: text },
      { $defs: { Place: CLOSED }, required: ['place', 'note'], additionalProperties: false },
    ),
  })
  const loose = writeFormat(OPENAI_FORMAT, { type: 'json', schema }).format?.schema
  assert.equal(loose?.required, undefined)
  assert.equal(loose?.additionalProperties, undefined)
})

test('an object with open keys is never closed to an empty one', () => {
  const counts = object({ counts: { type: 'object', additionalProperties: { type: 'number' } } })
  for (const schema of [
    counts,
    object({ any: {} }),
    object({ list: { type: 'array', items: { type: 'object' } } }),
  ]) {
    const openai = writeFormat(OPENAI_FORMAT, { type: 'json', schema, strict: true })
    assert.equal(openai.format?.strict, undefined)
    assert.equal(openai.isExact, false)
    assert.deepEqual(writeFormat(ANTHROPIC_FORMAT, { type: 'json', schema }), {
      format: undefined,
      isExact: false,
    })
  }
})

test('a provider that takes only objects gets no list and no alternatives at the top', () => {
  for (const schema of [{ type: 'array', items: text }, { anyOf: [CLOSED, CLOSED] }]) {
    assert.equal(writeFormat(OPENAI_FORMAT, { type: 'json', schema }).format, undefined)
    assert.deepEqual(writeFormat(COMPATIBLE_FORMAT, { type: 'json', schema }).format?.schema, schema)
  }
})

test('providers with recursive schemas get a tree', () => {
  const $defs = { Node: object({ children: { type: 'array', items: { $ref: '#/$defs/Node' } } }) }
  const schema = object({ root: { $ref: '#/$defs/Node' } }, { $defs })
  assert.equal(writeFormat(OPENAI_FORMAT, { type: 'json', schema, strict: true }).format?.strict, true)
  assert.equal(writeFormat(ANTHROPIC_FORMAT, { type: 'json', schema }).format, undefined)
})

test('hundreds of definitions, each referring to the next, are no circle', () => {
  const $defs = Object.fromEntries(
    Array.from({ length: 400 }, (_, n) => [`d${n}`, object({ next: { $ref: `#/$defs/d${n + 1}` } })]),
  )
  const schema = object(
    { first: { $ref: '#/$defs/d0' } },
    { $defs: { ...$defs, d400: object({ end: text }) } },
  )
  assert.ok(writeFormat(ANTHROPIC_FORMAT, { type: 'json', schema }).format)
})

test('null stays allowed, and dropped keywords cause a check of the answer', () => {
  const nullable = object(
    { a: { type: ['string', 'null'] } },
    { required: ['a'], additionalProperties: false },
  )
  for (const dialect of DIALECTS)
    assert.deepEqual(writeFormat(dialect, { type: 'json', schema: nullable }).format?.schema, nullable)
  for (const more of [{ not: {} }, { patternProperties: { a: text } }, { if: {} }, { minProperties: 1 }])
    for (const dialect of DIALECTS)
      assert.equal(writeFormat(dialect, { type: 'json', schema: { ...CLOSED, ...more } }).isExact, false)
})

test('any schema is written without an error', () => {
  fc.assert(
    fc.property(fc.object(), fc.boolean(), (schema, strict) => {
      for (const dialect of DIALECTS) writeFormat(dialect, { type: 'json', schema, strict })
    }),
  )
})
