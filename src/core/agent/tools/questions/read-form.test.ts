import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readForm } from './read-form.ts'

const problemOf = (field: object) => {
  const read = readForm({ type: 'object', properties: { field } })
  return read.ok ? null : read.refusal
}

test('a form with a field that permits no answer is refused [questions.valid]', () => {
  for (const field of [
    { type: 'string', minLength: 5, maxLength: 4 },
    { type: 'string', minLength: 10_001 },
    { type: 'number', minimum: 2, maximum: 1 },
    { type: 'integer', minimum: 1.2, maximum: 1.8 },
    { type: 'array', items: { enum: ['a', 'b'] }, minItems: 3 },
    { type: 'array', items: { enum: ['a', 'a'] }, minItems: 2 },
    { type: 'array', items: { enum: ['a', 'b'] }, minItems: 2, maxItems: 1 },
  ])
    assert.equal(problemOf(field), 'The field “field” permits no answer.', JSON.stringify(field))
  for (const field of [
    { type: 'string', minLength: 4, maxLength: 4 },
    { type: 'integer', minimum: 1.2, maximum: 2 },
    { type: 'integer', maximum: -1.5 },
    { type: 'array', items: { enum: ['a', 'b'] }, minItems: 2, maxItems: 9 },
    { type: 'boolean' },
  ])
    assert.equal(problemOf(field), null, JSON.stringify(field))
})
