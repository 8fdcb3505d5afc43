import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrivedSince } from './arrived.ts'

const shown = (rows: Record<string, string>) => new Map(Object.entries(rows))

test('new or changed rows are distinguished from unchanged ones, and another list has none [console-app.live]', () => {
  const before = shown({ a: 'running', b: 'queued' })
  assert.deepEqual(
    arrivedSince(before, shown({ c: 'queued', a: 'failed', b: 'queued' })),
    new Set(['c', 'a']),
  )
  assert.deepEqual(arrivedSince(before, before), new Set())
  assert.deepEqual(arrivedSince(before, shown({ x: 'queued', y: 'queued' })), new Set(), 'another page')
  assert.deepEqual(arrivedSince(new Map(), shown({ a: 'queued' })), new Set(), 'the first look')
})
