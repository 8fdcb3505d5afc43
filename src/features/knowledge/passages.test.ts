import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutPassages } from './passages.ts'

const cut = (text: string) => [...cutPassages(text.split('\n'))]

test('passages end before headings and keep their line numbers [knowledge.passages]', () => {
  assert.deepEqual(cut('# Leave\n\nThirty days.\n\n\n# Sick\nCall us.\n'), [
    { firstLine: 1, lastLine: 3, text: '# Leave\n\nThirty days.' },
    { firstLine: 6, lastLine: 7, text: '# Sick\nCall us.' },
  ])
  assert.deepEqual(cut('\n \n'), [])
})

test('passages have at most 40 lines and about 1,500 characters [knowledge.passages]', () => {
  const many = cut('short\n'.repeat(100))
  assert.deepEqual(
    many.map(({ firstLine, lastLine }) => [firstLine, lastLine]),
    [
      [1, 40],
      [41, 80],
      [81, 100],
    ],
  )
  const wide = cut(`${'x'.repeat(1000)}\n`.repeat(4))
  assert.deepEqual(
    wide.map(({ firstLine }) => firstLine),
    [1, 2, 3, 4],
  )
})

test('a long passage ends at an empty line [knowledge.passages]', () => {
  const paragraph = `${'y'.repeat(300)}\n`
  assert.equal(cut(`${paragraph}${paragraph}\n${paragraph}`)[1]!.firstLine, 4)
})
