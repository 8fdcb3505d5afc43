import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layoutOf, type ProcessMode } from './layout.ts'

const processes = (mode: ProcessMode, withEdge = true) => layoutOf(mode, withEdge).map((part) => part.roles)

test('compact puts edge and web chat into one process and the bridge into its own [supervisor.modes]', () => {
  assert.deepEqual(processes('compact'), [['bridge'], ['chatapp', 'edge']])
})

test('split gives each role a process of its own [supervisor.modes]', () => {
  assert.deepEqual(processes('split'), [['bridge'], ['chatapp'], ['edge']])
})

test('single puts all into one process, the edge last [supervisor.modes]', () => {
  assert.deepEqual(processes('single'), [['bridge', 'chatapp', 'edge']])
})

test('without an edge no process holds one [supervisor.no-edge]', () => {
  for (const mode of ['compact', 'split', 'single'] as const)
    assert.deepEqual(processes(mode, false).flat(), ['bridge', 'chatapp'])
})
