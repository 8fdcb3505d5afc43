import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { AnswerContent, QuestionField } from '#ground/turn/question/schema.ts'
import { checkAnswer } from './check-answer.ts'

const named = (name: string, isRequired = false) => ({ name, title: name, isRequired })
const options = ['a', 'b', 'c'].map((value) => ({ value, title: value }))
const FIELDS: QuestionField[] = [
  { ...named('text', true), kind: 'text', minLength: 2, maxLength: 4 },
  { ...named('mail'), kind: 'text', maxLength: 100, format: 'email' },
  { ...named('page'), kind: 'text', maxLength: 100, format: 'uri' },
  { ...named('day'), kind: 'text', maxLength: 100, format: 'date' },
  { ...named('time'), kind: 'text', maxLength: 100, format: 'date-time' },
  { ...named('count'), kind: 'number', isWhole: true, minimum: 1, maximum: 5 },
  { ...named('yes'), kind: 'boolean' },
  { ...named('one'), kind: 'choice', options },
  { ...named('some'), kind: 'choices', options, minItems: 1, maxItems: 2 },
]

const problemOf = (content: AnswerContent) => {
  const checked = checkAnswer(FIELDS, { text: 'abc', ...content })
  return checked.ok ? null : checked.refusal.map(({ field, problem, limit }) => [field, problem, limit])
}

test('an answer that fits its form passes, and empty texts are left out [agent.mcp.questions]', () => {
  const content = {
    text: 'ab',
    mail: 'ada@example.com',
    page: 'https://example.com',
    day: '2026-02-28',
    time: '2026-02-28T10:00:00+01:00',
    count: 5,
    yes: false,
    one: 'a',
    some: ['c', 'a'],
  }
  assert.deepEqual(checkAnswer(FIELDS, content), { ok: true, value: content })
  assert.deepEqual(checkAnswer(FIELDS, { text: 'ab', mail: '' }), { ok: true, value: { text: 'ab' } })
  assert.deepEqual(checkAnswer(FIELDS, { text: 'ab', mail: ' \t' }), { ok: true, value: { text: 'ab' } })
})

test('a refusal names the field that does not fit, and the violated bound [agent.mcp.questions]', () => {
  const cases: [AnswerContent, string, number?][] = [
    [{ text: '' }, 'required'],
    [{ text: ' \n ' }, 'required'],
    [{ text: 'a' }, 'too_short', 2],
    [{ text: 'abcde' }, 'too_long', 4],
    [{ text: 7 }, 'wrong_type'],
    [{ mail: 'ada' }, 'not_email'],
    [{ page: 'example' }, 'not_uri'],
    [{ day: '2026-02-30' }, 'not_date'],
    [{ time: '2026-02-28T10:00' }, 'not_date_time'],
    [{ count: 0 }, 'too_small', 1],
    [{ count: 6 }, 'too_large', 5],
    [{ count: 1.5 }, 'not_whole'],
    [{ count: 2 ** 53 }, 'wrong_type'],
    [{ count: '3' }, 'wrong_type'],
    [{ yes: 'true' }, 'wrong_type'],
    [{ one: 'd' }, 'not_offered'],
    [{ some: [] }, 'too_few', 1],
    [{ some: ['a', 'b', 'c'] }, 'too_many', 2],
    [{ some: ['a', 'a'] }, 'not_offered'],
    [{ other: 'x' }, 'unknown'],
    [{ toString: 'x' }, 'unknown'],
  ]
  for (const [content, problem, limit] of cases)
    assert.deepEqual(problemOf(content), [[Object.keys(content)[0], problem, limit]])
})

test('a length counts characters, not UTF-16 units [agent.mcp.questions]', () => {
  assert.equal(problemOf({ text: '🌱🌱🌱🌱' }), null)
})

test('any accepted answer has only known fields with values of their kind [agent.mcp.questions]', () => {
  const value = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.array(fc.constantFrom('a', 'b', 'd')))
  const names = FIELDS.map(({ name }) => name)
  const content = fc.dictionary(fc.constantFrom(...names, 'other'), value)
  fc.assert(
    fc.property(content, (given) => {
      const checked = checkAnswer(FIELDS, given)
      if (!checked.ok) return checked.refusal.length > 0
      return Object.keys(checked.value).every((name) => names.includes(name)) && 'text' in checked.value
    }),
  )
})
