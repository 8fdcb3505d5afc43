import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createThoughtSplitter } from './thoughts.ts'

const split = (pieces: readonly string[]) => {
  const splitter = createThoughtSplitter()
  const parts = [...pieces.map((piece) => splitter.push(piece)), splitter.rest()]
  return {
    reasoning: parts.map(({ reasoning }) => reasoning).join(''),
    text: parts.map(({ text }) => text).join(''),
  }
}

const CASES: [whole: string, reasoning: string, text: string][] = [
  ['<think>\nHm.</think>\n\nSo.', 'Hm.', 'So.'],
  ['\n<thinking>Hm.</thinking>So.', 'Hm.', 'So.'],
  ['<think>\n\n</think>\n\nSo.', '', 'So.'],
  ['<think>never closed </th', 'never closed </th', ''],
  ['  <thin air', '', '  <thin air'],
  ['So <think>is</think> a tag', '', 'So <think>is</think> a tag'],
  ['<think>a</think>So </think> <think>b</think>', 'a', 'So </think> <think>b</think>'],
]

test('thoughts at the beginning of an answer are separated, at any cut [bridge.providers.thoughts]', () => {
  for (const [whole, reasoning, text] of CASES)
    fc.assert(
      fc.property(fc.array(fc.nat(whole.length)), (cuts) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), whole.length]
        const pieces = at.slice(1).map((end, index) => whole.slice(at[index], end))
        assert.deepEqual(split(pieces), { reasoning, text })
      }),
    )
})
