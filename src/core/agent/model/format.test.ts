import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonIn } from './format.ts'

const isTaken = (schema: Record<string, unknown>, value: unknown): boolean =>
  jsonIn(JSON.stringify(value), { schema }).ok

test('a pattern with a Unicode property refuses no answer that matches it [agent.provider.format]', () => {
  const name = { type: 'string', pattern: '^\\p{L}+$' }
  const schema = { type: 'object', properties: { name, age: { type: 'integer' } }, required: ['name'] }
  assert.ok(isTaken(schema, { name: 'Zoë' }))
  assert.ok(!isTaken(schema, { name: 'Zoë', age: 'old' }))
  assert.ok(!isTaken({ type: 'string', pattern: '^\\d+$' }, 'seven'))
  assert.ok(isTaken({ type: 'object', properties: { pattern: { const: '\\p{L}' } } }, { pattern: '\\p{L}' }))
})

test('a pattern that takes exponential time ends within the limit [agent.provider.format]', () => {
  const schema = { type: 'object', properties: { name: { type: 'string', pattern: '^(a+)+$' } } }
  assert.ok(isTaken(schema, { name: `${'a'.repeat(60)}!` }))
  assert.ok(!isTaken(schema, { name: 'b' }))
})
