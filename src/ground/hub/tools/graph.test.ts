import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createModuleGraph } from './graph.ts'

test('a change concerns the file and all that import it, over any distance [hub.reload-only]', () => {
  const graph = createModuleGraph()
  graph.link('tool', 'helper')
  graph.link('helper', 'base')
  graph.link('other', 'else')
  assert.deepEqual(graph.change(['base']), new Set(['base', 'helper', 'tool']))
  assert.deepEqual(['tool', 'helper', 'base', 'other', 'else'].map(graph.version), [1, 1, 1, 0, 0])
  assert.deepEqual(graph.change(['tool']), new Set(['tool']))
  assert.deepEqual(['tool', 'helper', 'base'].map(graph.version), [2, 1, 1])
})

test('files that import each other change together [hub.reload-tool]', () => {
  const graph = createModuleGraph()
  graph.link('a', 'b')
  graph.link('b', 'a')
  assert.deepEqual(graph.change(['a']), new Set(['a', 'b']))
  assert.deepEqual(graph.closure('b'), new Set(['b', 'a']))
})

test('a file that no other file imports can change, too [hub.reload-tool]', () => {
  const graph = createModuleGraph()
  assert.deepEqual(graph.change(['new']), new Set(['new']))
  assert.deepEqual(graph.files(), new Set())
  assert.deepEqual(graph.closure('new'), new Set(['new']))
})
