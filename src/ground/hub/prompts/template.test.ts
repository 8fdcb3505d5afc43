import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { filledIn, partsOf, variablesOf } from './template.ts'

test('a variable stands in double braces, with a default behind a bar; other braces are text [prompts.template]', () => {
  assert.deepEqual(partsOf('Write {{ a poem }} about {{topic|beans in spring}}.'), [
    'Write ',
    { name: 'a poem', default: null },
    ' about ',
    { name: 'topic', default: 'beans in spring' },
    '.',
  ])
  for (const text of [
    '{{}}',
    '{{ }}',
    '{topic}',
    '{{a{{b',
    '{{a\nb}}',
    '{{#if}}',
    `{{${'x'.repeat(41)}}}`,
    '',
  ]) {
    assert.deepEqual(partsOf(text), text === '' ? [] : [text])
  }
  assert.deepEqual(partsOf('{{a}}{{b|}}'), [
    { name: 'a', default: null },
    { name: 'b', default: '' },
  ])
})

test('a repeated variable is requested once, with its first default [prompts.template]', () => {
  const parts = partsOf('{{b}} {{a}} {{b|2}} {{b|3}}')
  assert.deepEqual(variablesOf(parts), [
    { name: 'b', default: '2' },
    { name: 'a', default: null },
  ])
  assert.deepEqual(filledIn(parts, { a: '1' }), { text: '2 1 2 2' })
  assert.deepEqual(filledIn(parts, { b: '1' }), { missing: 'a' })
  assert.deepEqual(filledIn(partsOf('{{constructor}}'), {}), { missing: 'constructor' })
})

test('a value that is filled in stays unchanged, with any content [prompts.template]', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (before, value, after) => {
      const [first, second] = [before, after].map((text) => text.replaceAll(/[{}]/g, ''))
      assert.deepEqual(filledIn(partsOf(`${first}{{x}}${second}`), { x: value }), {
        text: `${first}${value}${second}`,
      })
    }),
  )
})

test('a text made of known pieces is split into the same pieces [prompts.template]', () => {
  const text = fc.string({ minLength: 1 }).map((word) => word.replaceAll(/[{}]/g, '_'))
  const value = fc.string().map((word) => word.replaceAll(/[{}]/g, '_').trim())
  fc.assert(
    fc.property(fc.array(fc.tuple(text, fc.option(value))), (pieces) => {
      const parts = pieces.flatMap(([literal, given], index) => [
        literal,
        { name: `v${index}`, default: given },
      ])
      const source = parts.map((part) =>
        typeof part === 'string'
          ? part
          : `{{${part.name}${part.default === null ? '' : `|${part.default}`}}}`,
      )
      assert.deepEqual(partsOf(source.join('')), parts)
    }),
  )
})

test('no piece is empty, and text without a variable stays whole [prompts.template]', () => {
  const piece = fc.oneof(fc.string(), fc.constantFrom('{{', '}}', '|', '{{a}}', '{{b|c}}', '{'))
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('')
      const parts = partsOf(text)
      if (parts.every((part) => typeof part === 'string')) assert.equal(parts.join(''), text)
      assert.ok(parts.every((part) => part !== ''))
    }),
  )
})
