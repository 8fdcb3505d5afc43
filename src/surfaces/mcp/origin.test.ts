import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isForeignOrigin } from './origin.ts'

const own = () => 'https://hub.example.com'

test('programs send no origin; our pages and pages of this computer may send theirs', () => {
  for (const origin of [undefined, own(), 'http://localhost:6274', 'http://[::1]:80'])
    assert.equal(isForeignOrigin(origin, own), false, origin)
  for (const origin of [
    'null',
    '',
    'https://evil.test',
    'http://hub.example.com',
    'https://hub.example.com.evil.test',
    'http://localhost.evil.test',
  ])
    assert.equal(isForeignOrigin(origin, own), true, origin)
})
