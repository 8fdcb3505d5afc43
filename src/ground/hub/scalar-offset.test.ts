import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Document, isScalar, parseDocument, Scalar } from 'yaml'
import { offsetInScalar } from './scalar-offset.ts'

const scalarIn = (file: string, path: readonly (string | number)[]): Scalar => {
  const node = parseDocument(file).getIn(path, true)
  assert.ok(isScalar(node))
  return node
}

const found = (file: string, part: string, path: readonly string[] = ['a']): string => {
  const scalar = scalarIn(file, path)
  const at = String(scalar.value).indexOf(part)
  assert.ok(at >= 0, `${part} is not in ${JSON.stringify(scalar.value)}`)
  return file.slice(offsetInScalar(file, scalar, at)).slice(0, part.length)
}

test('a place in a text is found in every way YAML writes it [workflow.columns]', () => {
  for (const file of [
    'a: one two HERE',
    'a: one\n  two\n\n  HERE and more',
    "a: 'it''s one HERE'",
    'a: "one\\ttwo \\u00e4\\x41\\U0001F600 \\"HERE\\""',
    'a: "one \\\n  two\n  HERE"',
    'a: |\n  one\n    two\n  HERE\n  three\n',
    'a: |2-\n    one\n  HERE\n',
    'a: > # a note\n  one\n  two\n\n  three HERE\n  four\n',
    'a: |\r\n  one\r\n  HERE\r\n',
  ])
    assert.equal(found(file, 'HERE'), 'HERE', file)
})

test('a place at the end of a text, or in white space, is where the next character is [workflow.columns]', () => {
  const file = 'a: one   \nb: "x  y"\n'
  assert.equal(offsetInScalar(file, scalarIn(file, ['a']), 3), file.indexOf('one') + 3)
  assert.equal(offsetInScalar(file, scalarIn(file, ['b']), 1), file.indexOf('y"'))
})

test('each character of a scalar is found again, for any content and style [workflow.columns]', () => {
  const types = ['PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE', 'BLOCK_LITERAL', 'BLOCK_FOLDED'] as const
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', 'ü', '😀', "'", '"', '\\', ' ', '\n', '{', '$', '#', ':'),
  })
  fc.assert(
    fc.property(text, fc.constantFrom(...types), (value, type) => {
      const scalar = new Scalar(value)
      scalar.type = type
      const file = new Document({ list: [{ a: scalar }] }).toString()
      const read = parseDocument(file).getIn(['list', 0, 'a'], true)
      if (!isScalar(read) || typeof read.value !== 'string') return // YAML cannot represent every generated text
      for (let at = 0; at < read.value.length; at++) {
        if (/\s/.test(read.value[at]!)) continue
        const there = file[offsetInScalar(file, read, at)]
        assert.ok(there === read.value[at] || there === '\\', `${at} in ${JSON.stringify(file)}`)
      }
    }),
  )
})
