import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ToolActivity } from '#ground/turn/schema.ts'
import { readSources } from './read-sources.ts'

const read = (path: unknown, result = 'North: lavender', more: Partial<ToolActivity> = {}): ToolActivity => ({
  id: 'call',
  name: 'read_file',
  title: 'Read',
  state: 'done',
  input: JSON.stringify({ path }, null, 2),
  result,
  ...more,
})

test('the files that were read are told once each, by names that stand for one of them only [web-artifacts.sources]', () => {
  const named = (...tools: ToolActivity[]) => readSources(tools).map(({ name }) => name)
  assert.deepEqual(
    readSources([read('files/beds.md'), read('./files/beds.md', 'South: peas'), read('files/beds.md')]),
    [{ path: 'files/beds.md', name: 'beds.md', excerpts: ['North: lavender', 'South: peas'] }],
  )
  assert.deepEqual(named(read('a/x.md'), read('b/x.md'), read('b/y.md')), ['a/x.md', 'b/x.md', 'y.md'])
  assert.deepEqual(named(read('gnp\u202Eexe.md')), ['gnpexe.md'], 'nothing reads backwards')
  const none = [
    read('x.md', '', { state: 'failed' }),
    read('x.md', '', { state: 'running' }),
    read('x.md', '', { name: 'save_file' }),
    read(7),
    read(''),
    read('x.md', '', { input: '{ "path": "x…' }),
    read('x.md', '', { input: 'null' }),
  ]
  assert.deepEqual(named(...none), [])
})
