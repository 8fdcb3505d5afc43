import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spokenBlocks } from './spoken.ts'

test('the spoken text consists of sentences without marks, code, formulas and addresses [web.aloud]', () => {
  const text = [
    '# Ferns',
    'They like **shade** and `humus`; see [the guide](https://example.org/x) or https://example.org/y.',
    '```ts\nconst no = 1\n```',
    '- one\n- two ![a leaf](leaf.png)',
    '| Bed | Water |\n|--|--|\n| North | 2 l |',
    '$$x^2$$',
  ].join('\n\n')
  assert.deepEqual(spokenBlocks(text), [
    'Ferns',
    'They like shade and humus; see the guide or .',
    'one',
    'two a leaf',
    'Bed',
    'Water',
    'North',
    '2 l',
  ])
  assert.deepEqual(spokenBlocks(''), [])
})
