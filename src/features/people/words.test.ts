import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { behind, searchedWords, wordsOf } from './words.ts'

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

test('every beginning of every word finds it, whatever the case [people.filter]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat(), fc.nat(), (text, n, length) => {
      const words = wordsOf(text)
      fc.pre(words.length > 0)
      const word = words[n % words.length]!
      const beginning = [...word].slice(0, 1 + (length % [...word].length)).join('')
      const searched = searchedWords(beginning)
      fc.pre(searched.length === 1 && searched[0] === beginning) // a mark alone may join what it follows
      assert.ok(word >= beginning && byteOrder(word, behind(beginning)) < 0)
    }),
  )
})

const byteOrder = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
