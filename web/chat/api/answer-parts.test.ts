import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ToolActivity } from '#ground/turn/schema.ts'
import { partsInOrder } from './answer-parts.ts'

const call = (id: string, at?: number): ToolActivity => ({ id, name: 'look', title: '', state: 'done', at })
const shown = (content: string, tools: ToolActivity[], reasoning?: string) =>
  partsInOrder({ content, tools, reasoning }).map((part) =>
    'tools' in part ? part.tools.map(({ id }) => id) : 'text' in part ? part.text.trim() : part,
  )

test('text and calls are shown in the order of time [web.answer-order]', () => {
  const content = 'Let me look first.\n\nNow the shed.\n\nAll is there.'
  const first = 'Let me look first.'.length
  const second = content.indexOf('\n\nAll')
  assert.deepEqual(shown(content, [call('a', first), call('b', first), call('c', second)]), [
    'Let me look first.',
    ['a', 'b'],
    'Now the shed.',
    ['c'],
    'All is there.',
  ])
  assert.deepEqual(shown('', [call('a', 0), call('b', 0)]), [['a', 'b']])
  assert.deepEqual(shown('Said.', [call('a'), call('b')]), [['a', 'b'], 'Said.'], 'of an earlier release')
})

test('reasoning is shown between the calls where it happened [web.answer-order]', () => {
  const calls = [
    { ...call('a', 6), reasoning_at: 4 },
    { ...call('b', 6), reasoning_at: 4 },
    { ...call('c', 6), reasoning_at: 9 },
  ]
  assert.deepEqual(shown('Look.\n\nDone.', calls, 'why?again?end'), [
    { reasoning: 'why?' },
    'Look.',
    ['a', 'b'],
    { reasoning: 'again' },
    ['c'],
    { reasoning: '?end' },
    'Done.',
  ])
  assert.deepEqual(shown('Done.', [{ ...call('a'), reasoning_at: 0 }], 'later'), [
    ['a'],
    { reasoning: 'later' },
    'Done.',
  ])
  const stored = [{ reasoning: 'why?' }, ['a'], 'Done.']
  assert.deepEqual(shown('Done.', [call('a')], 'why?'), stored, 'of an earlier release')
})

test('no text is lost or shown twice, and no place cuts a word [web.answer-order]', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.option(fc.nat(60), { nil: undefined })), (content, places) => {
      const tools = places.map((at, index) => call(String(index), at))
      const parts = partsInOrder({ content, tools })
      const text = parts.flatMap((part) => ('text' in part ? part.text : [])).join('')
      assert.equal(text.replaceAll(/\s/g, ''), content.replaceAll(/\s/g, ''))
      assert.deepEqual(
        parts.flatMap((part) => ('tools' in part ? part.tools : [])),
        tools,
      )
    }),
  )
  assert.deepEqual(shown('One two.\n\nEdited text', [call('a', 14)]), ['One two.', ['a'], 'Edited text'])
})
