import assert from 'node:assert/strict'
import { test } from 'node:test'
import { piecesBetween } from './answer-diff.ts'

const tool = { id: 't1', name: 'search', title: 'Searching', state: 'running' } as const

test('piecesBetween returns the added words, and the tools that are new or changed', () => {
  const before = { content: 'Plant ', extra: { tools: [tool, { ...tool, id: 't2' }] } }
  const done = { ...tool, state: 'done', ms: 4 } as const
  const after = {
    content: 'Plant beans',
    extra: { reasoning: 'Hm.', tools: [done, { ...tool, id: 't2' }, { ...tool, id: 't3' }] },
  }
  assert.deepEqual(piecesBetween(before, after), [
    { type: 'reasoning', text: 'Hm.' },
    { type: 'tool', ...done },
    { type: 'tool', ...tool, id: 't3' },
    { type: 'text', text: 'beans' },
  ])
  assert.deepEqual(piecesBetween(after, after), [])
})
