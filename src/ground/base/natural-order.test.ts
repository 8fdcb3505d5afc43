import assert from 'node:assert/strict'
import { test } from 'node:test'
import { naturalKey } from './natural-order.ts'

const sorted = (...names: string[]) =>
  names.toSorted((a, b) => (naturalKey(a) < naturalKey(b) ? -1 : Number(naturalKey(a) !== naturalKey(b))))

test('numbers in names count as numbers; case and accents do not count [console.list-order]', () => {
  assert.deepEqual(sorted('Bed 10', 'bed 2', 'Bed 1', 'Bed 010a'), ['Bed 1', 'bed 2', 'Bed 10', 'Bed 010a'])
  assert.deepEqual(sorted('Zoe', 'Émile', 'eve', 'adam'), ['adam', 'Émile', 'eve', 'Zoe'])
})

test('a key is short and without halves of a character [console.list-order]', () => {
  const key = naturalKey('a' + '😀'.repeat(200))
  assert.ok(key.length <= 200)
  assert.equal(key, key.toWellFormed())
})
