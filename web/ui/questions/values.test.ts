import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QuestionField } from '#ground/turn/question/schema.ts'
import { answerContent, firstDraft } from './values.ts'

const named = (name: string, isRequired = false) => ({ name, title: name, isRequired })
const FIELDS: QuestionField[] = [
  { ...named('note'), kind: 'text', maxLength: 100 },
  { ...named('time'), kind: 'text', maxLength: 100, format: 'date-time', default: '2026-02-28T10:00:00Z' },
  { ...named('count'), kind: 'number', isWhole: true, default: 2 },
  { ...named('sure', true), kind: 'boolean' },
  { ...named('maybe'), kind: 'boolean' },
  { ...named('some'), kind: 'choices', options: [] },
  { ...named('needed', true), kind: 'choices', options: [] },
]

test('defaults are sent unchanged, and empty fields are left out [web.questions]', () => {
  const draft = firstDraft(FIELDS, '.')
  assert.deepEqual(answerContent(FIELDS, draft, '.'), {
    time: '2026-02-28T10:00:00.000Z',
    count: 2,
    sure: false,
  })
  const filled = { ...draft, note: '', count: 'two', some: [], needed: [], maybe: false }
  assert.deepEqual(answerContent(FIELDS, filled, '.'), {
    time: '2026-02-28T10:00:00.000Z',
    count: 'two',
    sure: false,
    maybe: false,
    needed: [],
  })
  assert.deepEqual(answerContent(FIELDS, { count: ' 7 ' }, '.'), { count: 7 })
  for (const count of ['0x10', '1,000', '-', '1e', 'Infinity'])
    assert.deepEqual(answerContent(FIELDS, { count }, '.'), { count })
})

test('a number is read with the decimal mark of the language, and a default opens with it [web.questions]', () => {
  const read = (count: string, mark: string) => answerContent(FIELDS, { count }, mark)['count']
  for (const [text, mark, expected] of [
    ['3,5', ',', 3.5],
    ['-0,25', ',', -0.25],
    ['3.5', ',', 3.5],
    ['12', ',', 12],
    ['٣٫٥', '٫', 3.5],
    ['3.5', '٫', 3.5],
    ['٣٫٥', '.', 3.5],
    ['3,5', '.', '3,5'],
    ['1.000', ',', '1.000'],
    ['1.000,5', ',', '1.000,5'],
    ['1,2,3', ',', '1,2,3'],
    ['1.250', '.', 1.25],
  ] as const)
    assert.equal(read(text, mark), expected, `${text} with ${mark}`)
  const weight: QuestionField = { ...named('weight'), kind: 'number', isWhole: false, default: 1.125 }
  const draft = firstDraft([weight], ',')
  assert.deepEqual([draft, answerContent([weight], draft, ',')], [{ weight: '1,125' }, { weight: 1.125 }])
})
