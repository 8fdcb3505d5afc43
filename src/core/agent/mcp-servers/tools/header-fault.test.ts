import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headerFault } from './header-fault.ts'

const of = (properties: object, more: object = {}) => headerFault({ type: 'object', properties, ...more })
const header = (name: unknown, type: unknown = 'string') => ({ type, 'x-mcp-header': name })

for (const [name, schema, fault] of [
  ['an empty name', { a: header('') }, /of “a” is not the name of a header/],
  ['no text as a name', { a: header(3) }, /is not the name/],
  ['a space', { a: header('My Region') }, /cannot have: "My Region"/],
  ['a control character', { a: header('a\r\nb') }, /cannot have: "a\\r\\nb"/],
  ['a letter outside ASCII', { a: header('Größe') }, /cannot have/],
  ['a name twice', { a: header('Region'), b: header('Region') }, /used twice: “Region”/],
  ['a name twice in another case', { a: header('Region'), b: header('REGION') }, /used twice: “Region”/],
  [
    'a name twice at another depth',
    { a: header('R'), b: { type: 'object', properties: { c: header('r') } } },
    /of “b.c” is used twice/,
  ],
  ['an object', { a: header('A', 'object') }, /integers and booleans only/],
  ['a list', { a: header('A', 'array') }, /integers and booleans only/],
  ['a number', { a: header('A', 'number') }, /integers and booleans only/],
  ['several types', { a: header('A', ['string', 'null']) }, /integers and booleans only/],
  ['no type', { a: { 'x-mcp-header': 'A' } }, /integers and booleans only/],
  ['the items of a list', { a: { type: 'array', items: header('A') } }, /properties of an object only/],
  ['an alternative', { a: { anyOf: [header('A')] } }, /properties of an object only/],
  [
    'an alternative with properties',
    { a: { anyOf: [{ properties: { b: header('A') } }] } },
    /properties of an object only/,
  ],
] as [string, object, RegExp][])
  test(`a tool whose \`x-mcp-header\` has ${name} has a fault [agent.mcp.headers]`, () => {
    assert.match(of(schema) ?? 'none', fault)
  })

test('headers on texts, integers and booleans at any depth have no fault [agent.mcp.headers]', () => {
  const deep = {
    type: 'object',
    properties: { b: header('B', 'integer'), properties: header('P', 'boolean') },
  }
  assert.equal(of({ a: header('A'), deep }), null)
  assert.equal(of({ a: { type: 'string', default: { 'x-mcp-header': '' } } }), null)
  assert.match(of({}, { 'x-mcp-header': 'A' }) ?? 'none', /properties of an object only/)
  assert.match(of({}, { $defs: { a: header('A') } }) ?? 'none', /properties of an object only/)
  assert.equal(headerFault(undefined), null)
})
