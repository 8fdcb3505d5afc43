import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { prefixUpperBound, endingsOf, searchedWords, wordsOf } from './search-words.ts'

test('names and e-mails are found by the words in them [people.filter]', () => {
  assert.deepEqual(wordsOf('Eve.Muller-Smith@Example.com', 'Ève Müller'), [
    'eve',
    'muller',
    'smith',
    'example',
    'com',
    'ève',
    'müller',
  ])
  assert.deepEqual(wordsOf('svc:reports', null), ['svc', 'reports'])
  assert.deepEqual(searchedWords('a smith'), ['smith', 'a'])
  assert.deepEqual(searchedWords('%_ "\''), [])
})

test('every part of every word finds the person, in any case [people.filter]', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.nat(),
      fc.nat(),
      fc.nat(),
      (text, n, start, length) => {
        const words = wordsOf(text)
        fc.pre(words.length > 0)
        const word = words[n % words.length]!
        const signs = [...word].slice(start % [...word].length)
        const part = signs.slice(0, 1 + (length % signs.length)).join('')
        const searched = searchedWords(part)
        fc.pre(searched.length === 1 && searched[0] === part)
        const isFound = (ending: string) =>
          byteOrder(ending, part) >= 0 && byteOrder(ending, prefixUpperBound(part)) < 0
        assert.ok(endingsOf(text).some(isFound))
      },
    ),
  )
})

const byteOrder = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
