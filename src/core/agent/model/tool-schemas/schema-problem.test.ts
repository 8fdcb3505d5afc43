import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import { schemaProblem } from './schema-problem.ts'

const whereIn = (schema: Record<string, unknown>): string | null =>
  schemaProblem(schema)?.path.join('.') ?? null

const BAD: [where: string, schema: Record<string, unknown>][] = [
  ['type', { type: 'map' }],
  ['type', { type: null }],
  ['type', { type: [] }],
  ['type.1', { type: ['string', 'undefined'] }],
  ['properties', { properties: ['a'] }],
  ['properties.x.type', { type: 'object', properties: { x: { type: 'date' } } }],
  ['properties.x', { properties: { x: 'string' } }],
  [
    'properties.a.items.properties.b.enum',
    { properties: { a: { items: { properties: { b: { enum: {} } } } } } },
  ],
  ['items.1', { items: [true, 1] }],
  ['required', { required: 'x' }],
  ['required', { required: [1] }],
  ['anyOf', { anyOf: {} }],
  ['anyOf', { anyOf: [] }],
  ['oneOf.1', { oneOf: [{}, null] }],
  ['additionalProperties', { additionalProperties: 'no' }],
  ['$defs.a.type', { $defs: { a: { type: 'str' } } }],
  ['properties.x.$ref', { properties: { x: { $ref: '#/$defs/gone' } } }],
  ['$ref', { $ref: 1 }],
  ['minimum', { minimum: '1' }],
  ['properties.type.maxLength', { properties: { type: { maxLength: -1 } } }],
  ['pattern', { pattern: 1 }],
  ['properties.x.pattern', { properties: { x: { type: 'string', pattern: '(' } } }],
  ['items.anyOf.0.pattern', { items: { anyOf: [{ pattern: '[z-a]' }] } }],
  ['$defs.a.patternProperties.*', { $defs: { a: { patternProperties: { '^a': {}, '*': {} } } } }],
]

test('a schema that no draft allows is refused at the path of the wrong part [bridge.schema-problems]', () => {
  for (const [where, schema] of BAD) assert.equal(whereIn(schema), where, JSON.stringify(schema))
})

const GOOD: Record<string, unknown>[] = [
  {},
  { type: 'object', properties: { type: { type: 'string' }, required: { type: 'boolean' }, $ref: {} } },
  { properties: { x: { type: 'string', required: true } } }, // draft 3
  { minimum: 0, exclusiveMinimum: true }, // draft 4
  { type: ['string', 'null'], nullable: true, example: 1, 'x-order': 2 },
  { $defs: { a: { $ref: '#/$defs/a' } }, items: { $ref: '#' } },
  { $ref: 'https://example.com/schema.json' },
  { $ref: '#anchor' },
  { pattern: '^\\p{Lu}[\\w-.]*$' }, // without the `u` flag
  { patternProperties: { '^\\p{L}+$': { pattern: '\\u{1F600}' } }, const: { pattern: '(' } },
  { default: { type: 'anything' }, enum: [{ type: 'x' }], const: { properties: 1 } },
]

test('a valid schema of any draft is taken [bridge.schema-problems]', () => {
  for (const schema of GOOD) assert.equal(whereIn(schema), null, JSON.stringify(schema))
  const Leaf = z.union([
    z.string().min(1),
    z.int(),
    z.boolean().nullable(),
    z.enum(['a', 'b']),
    z.tuple([z.string()]),
  ])
  const Any = z.object({ a: Leaf.optional(), list: z.array(Leaf), map: z.record(z.string(), Leaf) })
  for (const target of ['draft-4', 'draft-7', 'draft-2020-12', 'openapi-3.0'] as const)
    assert.equal(whereIn(z.toJSONSchema(Any, { target, reused: 'ref' })), null, target)
})

test('any JSON object is judged without a throw [bridge.schema-problems]', () => {
  const keys = [
    'type',
    'properties',
    'items',
    'anyOf',
    '$ref',
    'enum',
    'required',
    'x',
    'minLength',
    'pattern',
  ]
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom<unknown>(null, true, 1, 'string', '#/x', []),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...keys), tie('any'), { maxKeys: 4 }),
    ),
  })).any
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...keys), value), (schema) => {
      const found = schemaProblem(schema)
      let at: unknown = schema
      for (const key of found?.path ?? []) {
        assert.ok(typeof at === 'object' && at !== null && Object.hasOwn(at, key))
        at = (at as Record<string | number, unknown>)[key]
      }
    }),
  )
})
