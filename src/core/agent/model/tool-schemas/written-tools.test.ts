import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import {
  ANTHROPIC_TOOLS,
  COMPATIBLE_TOOLS,
  GOOGLE_TOOLS,
  OPENAI_TOOLS,
  type ToolDialect,
} from './dialects.ts'
import { createToolWriter } from './written-tools.ts'

const DIALECTS = {
  openai: OPENAI_TOOLS,
  anthropic: ANTHROPIC_TOOLS,
  google: GOOGLE_TOOLS,
  compatible: COMPATIBLE_TOOLS,
}

const writtenWith = (dialect: ToolDialect, inputSchema: Record<string, unknown>, name = 'tool') => {
  const tools = [{ name, description: 'A tool.', inputSchema }]
  const written = createToolWriter(dialect).write(tools)
  const call = { id: 'c', name, input: '{}' }
  const forProvider = (input: unknown) => {
    const answer = {
      role: 'assistant' as const,
      text: '',
      toolCalls: [{ ...call, input: JSON.stringify(input) }],
    }
    const [message] = written.request({ messages: [answer], tools }).messages
    assert.ok(message?.role === 'assistant')
    return message.toolCalls[0]!
  }
  const [spec] = written.request({ messages: [], tools }).tools
  return {
    spec: spec!,
    schema: spec!.inputSchema as Part,
    forProvider,
    original: (input: unknown): unknown =>
      JSON.parse(written.original({ ...call, name: spec!.name, input: JSON.stringify(input) }).input),
    written,
  }
}

interface Part {
  type?: unknown
  items?: unknown
  enum?: unknown[]
  properties?: Record<string, Part>
  required?: string[]
  description?: string
  default?: unknown
  $ref?: string
  $defs?: object
  anyOf?: unknown[]
  oneOf?: unknown[]
  additionalProperties?: unknown
}

function problemsIn(dialect: ToolDialect, root: Part): string[] {
  const problems: string[] = []
  if (root.type !== 'object' || !root.properties) problems.push('root: no object with properties')
  for (const key of ['anyOf', 'oneOf', 'allOf', 'not', 'enum', '$ref'])
    if (key in root) problems.push(`root: ${key}`)
  const visit = (part: unknown, path: string): void => {
    if (typeof part !== 'object' || part === null || Array.isArray(part))
      return void problems.push(`${path}: no schema object`)
    const schema = part as Part
    const types: unknown[] = schema.type === undefined ? [] : [schema.type].flat()
    if (types.includes('array') && !schema.items) problems.push(`${path}: array schema missing items`)
    if (types.some((type) => !TYPES.has(type))) problems.push(`${path}: unknown type`)
    if (!dialect.hasTypeLists && (Array.isArray(schema.type) || types.includes('null')))
      problems.push(`${path}: list of types`)
    if (schema.enum && (!Array.isArray(schema.enum) || schema.enum.length === 0))
      problems.push(`${path}: enum`)
    if (!dialect.hasMixedEnums && schema.enum?.some((value: unknown) => typeof value !== 'string'))
      problems.push(`${path}: enum of other values than texts`)
    if (!dialect.hasSparseArguments && schema.enum && 'default' in schema)
      if (typeof schema.default !== 'string') problems.push(`${path}: default of an enumeration is no text`)
    const keys = Object.keys(schema.properties ?? {})
    if (!dialect.hasSparseArguments && part === root)
      for (const key of keys)
        if (!schema.properties![key]!.description) problems.push(`${path}: no description of ${key}`)
    if (dialect.key) for (const key of keys) if (!dialect.key.test(key)) problems.push(`${path}: key ${key}`)
    for (const key of schema.required ?? [])
      if (!keys.includes(key)) problems.push(`${path}: requires ${key}`)
    if ('$ref' in schema) {
      const name = /^#\/\$defs\/([A-Za-z0-9_]+)$/.exec(schema.$ref ?? '')?.[1]
      if (!dialect.hasReferences || !name || !Object.hasOwn(root.$defs ?? {}, name))
        problems.push(`${path}: $ref ${schema.$ref}`)
    }
    for (const key of Object.keys(schema)) if (UNKNOWN.has(key)) problems.push(`${path}: ${key}`)
    for (const [key, property] of Object.entries(schema.properties ?? {})) visit(property, `${path}.${key}`)
    for (const [key, definition] of Object.entries(schema.$defs ?? {}))
      visit(definition, `${path}.$defs.${key}`)
    for (const branch of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) visit(branch, `${path}|`)
    if (schema.items !== undefined) visit(schema.items, `${path}[]`)
    if (typeof schema.additionalProperties === 'object') visit(schema.additionalProperties, `${path}.*`)
  }
  visit(root, '')
  return problems
}

const TYPES = new Set<unknown>(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'])
const UNKNOWN = new Set(['const', 'not', 'if', 'allOf', 'prefixItems', 'patternProperties', '$schema', '$id'])

type Pair = [schema: unknown, value: unknown]

const KEYS = [
  'a',
  'b',
  'filter',
  '$filter',
  'page[size]',
  'page_size',
  '名前',
  'x'.repeat(70),
  '__proto__',
  '',
]

const pairs = fc.letrec<{ any: Pair; object: Pair }>((tie) => {
  const object = fc
    .uniqueArray(fc.tuple(fc.constantFrom(...KEYS), tie('any'), fc.boolean()), { selector: ([key]) => key })
    .map((members): Pair => {
      const entries = <T>(of: (pair: Pair) => T) =>
        Object.fromEntries(members.map(([key, pair]): [string, T] => [key, of(pair)]))
      const required = members.filter(([, , isRequired]) => isRequired).map(([key]) => key)
      return [
        { type: 'object', properties: entries(([schema]) => schema), required },
        entries(([, value]) => value),
      ]
    })
  return {
    object,
    any: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom<Pair>(
        [{ type: 'string' }, 'text'],
        [{ type: ['string', 'null'] }, null],
        [{ type: ['integer', 'string', 'null'], description: 'Either' }, 4],
        [{ type: 'null' }, null],
        [{ const: 'c' }, 'c'],
        [{ const: null }, null],
        [{ enum: ['a', 1, null] }, 1],
        [{ enum: [1, 2], type: 'integer', default: 1 }, 2],
        [{ type: ['string', 'null'], enum: ['a', null], title: 'A title', default: null }, 'a'],
        [{ enum: ['a', null], type: ['string', 'null'] }, null],
        [{ type: 'array' }, [1, 'two']],
        [{ type: 'object' }, { $filter: 1 }],
        [{ type: 'whatever' }, false],
        [{ $ref: 'https://example.com/schema.json' }, 3],
        [{ $ref: '#/$defs/tree' }, { $id: 1, children: [{ $id: 2, children: [{ $id: 3 }] }] }],
        [{ type: 'array', items: [{ type: 'string' }, { type: 'integer' }] }, ['a', 1]],
        [{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] }, ['a', 1]],
        [{ type: 'number', minimum: 0, exclusiveMinimum: true }, 1],
        [{ type: 'object', required: ['not here'] }, { 'not here': 1 }],
        [{ type: 'object', patternProperties: { '^x': {} }, additionalProperties: false }, { xy: 1 }],
        [true, 'anything'],
        [{}, 0],
      ),
      tie('object'),
      tie('any').map(([items, value]): Pair => [{ type: 'array', items }, [value, value]]),
      fc
        .tuple(tie('any'), tie('any'), fc.constantFrom('anyOf', 'oneOf'), fc.boolean())
        .map(([[a, first], [b, second], key, isFirst]): Pair => [
          { [key]: [a, b] },
          isFirst ? first : second,
        ]),
      tie('object').map(([schema, value]): Pair => [{ allOf: [schema, { description: 'More' }] }, value]),
      tie('any').map(([schema, value]): Pair => [
        { type: 'object', additionalProperties: schema },
        { any_key: value },
      ]),
    ),
  }
}).object

const $defs = {
  tree: {
    type: 'object',
    properties: { $id: { type: 'integer' }, children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
  },
}

for (const [provider, dialect] of Object.entries(DIALECTS))
  test(`${provider}: any schema is written in the dialect, and accepts and returns the same arguments [agent.provider.tool-schemas]`, () => {
    fc.assert(
      fc.property(pairs, ([given, value]) => {
        const { schema, forProvider, original } = writtenWith(dialect, { ...(given as object), $defs })
        assert.deepEqual(problemsIn(dialect, schema), [])
        const sent: unknown = JSON.parse(forProvider(value).input)
        if (accepts(schema) && !hasNullable(schema)) assert.ok(accepts(schema)!.safeParse(sent).success)
        assert.equal(JSON.stringify(original(sent)), JSON.stringify(value))
      }),
      { numRuns: 50 },
    )
  })

const hasNullable = (schema: unknown): boolean => JSON.stringify(schema).includes('"nullable":true')

const accepts = (schema: object): z.ZodType | null => {
  try {
    return z.fromJSONSchema(schema as never)
  } catch {
    return null // zod does not support the schema
  }
}

test('a schema that every provider accepts stays unchanged [agent.provider.tool-schemas]', () => {
  const plain = {
    type: 'object',
    properties: {
      city: { type: 'string', description: 'A city', minLength: 1 },
      days: { type: 'array', items: { type: 'integer', minimum: 1 }, description: 'Days' },
      where: {
        type: 'object',
        description: 'A place',
        properties: { 'x.y-z': { type: 'number' } },
        required: ['x.y-z'],
      },
    },
    required: ['city'],
    additionalProperties: false,
  }
  for (const dialect of Object.values(DIALECTS)) {
    const { spec, forProvider } = writtenWith(dialect, plain)
    assert.deepEqual(spec, { name: 'tool', description: 'A tool.', inputSchema: plain })
    assert.equal(forProvider({ city: 'Rome' }).input, '{"city":"Rome"}')
  }
})

test('alternatives at the root are merged and named; a reference there is followed [agent.provider.tool-schemas]', () => {
  const needs = (name: string) => ({ properties: { [name]: { type: 'string' } }, required: [name, 'title'] })
  for (const dialect of Object.values(DIALECTS)) {
    const { spec } = writtenWith(dialect, {
      type: 'object',
      properties: { title: { type: 'string' } },
      anyOf: [needs('content'), needs('source_url')],
    })
    const described = (name: string) => (dialect.hasSparseArguments ? {} : { description: name })
    const text = (name: string) => ({ type: 'string', ...described(name) })
    assert.deepEqual(spec.inputSchema, {
      type: 'object',
      properties: { title: text('title'), content: text('content'), source_url: text('source_url') },
      required: ['title'],
    })
    assert.match(
      spec.description,
      /combinations of arguments: `content`, `title`; or `source_url`, `title`\./,
    )
    const referring = { $ref: '#/$defs/Args', $defs: { Args: needs('content') } }
    const { schema } = writtenWith(dialect, referring)
    assert.deepEqual(schema.properties, { content: text('content'), title: described('title') })
    assert.deepEqual(schema.required, ['content', 'title'])
  }
  const kind = (name: string) => ({ properties: { kind: { const: name } }, required: ['kind'] })
  const { spec } = writtenWith(OPENAI_TOOLS, { oneOf: [kind('page'), kind('block')] })
  assert.deepEqual(spec.inputSchema.properties, { kind: { type: 'string', enum: ['page', 'block'] } })
  assert.match(spec.description, /`kind` "page"; or `kind` "block"/)
  for (const keyword of ['dependentSchemas', 'dependencies']) {
    const needsTitle = { [keyword]: { content: needs('source'), title: ['content'] } }
    const { schema } = writtenWith(OPENAI_TOOLS, { type: 'object', ...needsTitle })
    assert.deepEqual([Object.keys(schema.properties!), schema.required], [['source'], undefined])
  }
})

test('an argument without a description is described by its title or name where templates need one, and a default that is no text goes [agent.provider.tool-schemas]', () => {
  const properties = {
    limit: { type: 'integer', enum: [1, 2], default: 1, title: 'Most rows' },
    order: { type: 'string', enum: ['up', 'down'], default: 'up', description: 'Which way' },
    rows: { type: 'integer', default: 5 },
  }
  assert.deepEqual(writtenWith(COMPATIBLE_TOOLS, { type: 'object', properties }).schema.properties, {
    limit: { type: 'integer', enum: [1, 2], title: 'Most rows', description: 'Most rows' },
    order: properties.order,
    rows: { ...properties.rows, description: 'rows' },
  })
  const { schema } = writtenWith(OPENAI_TOOLS, { type: 'object', properties })
  assert.deepEqual(schema.properties, properties)
})

test('renamed keys collide with no other, name the original, and leave free-form data alone [agent.provider.tool-schemas]', () => {
  const { schema, original, forProvider } = writtenWith(ANTHROPIC_TOOLS, {
    type: 'object',
    properties: {
      $filter: { type: 'string', description: 'OData' },
      filter: { type: 'string' },
      nested: { anyOf: [{ type: 'array', items: { $ref: '#/$defs/page' } }, { type: 'null' }] },
      data: { type: 'object' },
    },
    required: ['$filter'],
    $defs: { page: { type: 'object', properties: { 'page[size]': { type: 'integer' } } } },
  })
  const renamed = schema.required![0]!
  assert.notEqual(renamed, 'filter')
  assert.equal(schema.properties![renamed]!.description, '$filter: OData')
  const value = {
    $filter: 'a',
    filter: 'b',
    nested: [{ 'page[size]': 7 }],
    data: { page_size: 1, [renamed]: 2 },
  }
  const sent = JSON.parse(forProvider(value).input)
  assert.deepEqual(sent, { [renamed]: 'a', filter: 'b', nested: [{ page_size: 7 }], data: value.data })
  assert.deepEqual(original(sent), value)
  assert.deepEqual(original(value), value)
})

test('references that multiply or never end give a bounded schema [agent.provider.tool-schemas]', () => {
  const twice = (name: string) => ({
    type: 'object',
    properties: { l: { $ref: name }, r: { $ref: name } },
    allOf: [{ $ref: name }, { $ref: name }],
  })
  const chain = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`d${at}`, twice(`#/$defs/d${at + 1}`)]),
  )
  const loops = { a: { $ref: '#/$defs/b' }, b: { allOf: [{ $ref: '#/$defs/a' }] } }
  for (const dialect of Object.values(DIALECTS)) {
    const { schema } = writtenWith(dialect, {
      properties: { x: { $ref: '#/$defs/d0' }, y: { $ref: '#/$defs/a' }, z: { $ref: '#' } },
      $defs: { ...chain, ...loops },
    })
    assert.deepEqual(problemsIn(dialect, schema), [])
    assert.ok(JSON.stringify(schema).length < 200_000)
  }
})
