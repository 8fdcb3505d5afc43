import assert from 'node:assert/strict'
import { test } from 'node:test'
import { between } from './selection.ts'

test('a range contains both ends in any order, and only one end if the other has disappeared [web.several]', () => {
  const list = ['a', 'b', 'c', 'd']
  assert.deepEqual(between(list, 'b', 'd'), ['b', 'c', 'd'])
  assert.deepEqual(between(list, 'd', 'b'), ['b', 'c', 'd'])
  assert.deepEqual(between(list, 'c', 'c'), ['c'])
  assert.deepEqual(between(list, 'gone', 'b'), ['b'])
  assert.deepEqual(between(list, null, 'b'), ['b'])
})
