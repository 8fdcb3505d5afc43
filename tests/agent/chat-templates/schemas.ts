import { ASKED, RULES, talk, type Situation } from './conversation.ts'

const FORMS: Readonly<Record<string, Record<string, unknown>>> = {
  'a list of types': { type: ['string', 'null'], description: 'A text' },
  'a list of several types': { type: ['string', 'integer', 'array', 'object'], description: 'Anything' },
  'the type null': { type: 'null', description: 'Nothing' },
  'alternatives without a type': { anyOf: [{ type: 'string' }, { type: 'number' }], description: 'Either' },
  'alternatives of objects': {
    oneOf: [
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      { type: 'object', properties: { b: { const: 'x' } } },
    ],
  },
  'an alternative that is null': { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
  'a reference': { $ref: '#/$defs/part' },
  'a reference to itself': { $ref: '#' },
  'a reference to a missing part': { $ref: '#/$defs/missing' },
  'a reference to another document': { $ref: 'https://schemas.example/part.json' },
  'an object without properties': { type: 'object', description: 'An object' },
  'an object of any keys': { type: 'object', additionalProperties: { type: 'number' } },
  'an object with nested objects': {
    type: 'object',
    properties: { deep: { type: 'object', properties: { deeper: { type: ['integer', 'null'] } } } },
    required: ['deep'],
  },
  'an array without items': { type: 'array' },
  'an array of alternatives': { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
  'an array of arrays': { type: 'array', items: { type: 'array', items: {} } },
  'a list of values of several types': { enum: ['a', 1, true, null] },
  'a list of numbers': { type: 'integer', enum: [1, 2], default: 1 },
  'a constant': { const: 'x' },
  'an unknown type': { type: 'file', description: 'A file' },
  'no field': {},
}

const withSchema = (form: string, inputSchema: Record<string, unknown>): Situation =>
  talk(
    `a tool with ${form}`,
    [RULES, ASKED],
    [{ name: 'set_value', description: 'Sets a value', inputSchema }],
  )

const ofProperty = (property: unknown): Record<string, unknown> => ({
  type: 'object',
  properties: { value: property },
  required: ['value'],
  $defs: { part: { type: 'object', properties: { inner: { type: 'string' } } } },
})

export const SCHEMAS: readonly Situation[] = [
  ...Object.entries(FORMS).map(([form, property]) => withSchema(form, ofProperty(property))),
  withSchema('a property that allows anything', ofProperty(true)),
  withSchema('a root without properties', { type: 'object' }),
  withSchema('an empty root', {}),
  withSchema('a root of alternatives', {
    anyOf: [
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      { type: 'object', properties: { b: { type: 'integer' } }, required: ['b'] },
    ],
  }),
  withSchema('a root that allows any keys', { type: 'object', additionalProperties: true }),
  withSchema('a required property that it does not describe', { type: 'object', required: ['value'] }),
]
