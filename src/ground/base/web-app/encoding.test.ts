import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseEncoding } from './encoding.ts'

test('the best encoding that the browser accepts is chosen', () => {
  for (const [accept, expected] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['identity', null],
    ['', null],
    [undefined, null],
  ] as const)
    assert.equal(chooseEncoding(accept, ['br', 'gzip']), expected, accept)
  assert.equal(chooseEncoding('br', []), null)
})
