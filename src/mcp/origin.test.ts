import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foreignPart } from './origin.ts'

const HERE = { publicUrl: 'https://hub.example.com', isLoopback: true }

test('programs send no origin; pages of ours and of this machine may send theirs', () => {
  for (const origin of [undefined, 'https://hub.example.com', 'http://localhost:6274', 'http://[::1]:80'])
    assert.equal(foreignPart({ host: '127.0.0.1:3080', ...(origin && { origin }) }, HERE), null, origin)
  for (const origin of [
    'null',
    '',
    'https://evil.test',
    'https://hub.example.com.evil.test',
    'http://localhost.evil.test',
  ])
    assert.equal(foreignPart({ host: '127.0.0.1:3080', origin }, HERE), 'origin', origin)
})

test('on this machine alone only its own names count', () => {
  for (const host of ['localhost:8000', '127.0.0.1', '[::1]:8000', 'hub.example.com'])
    assert.equal(foreignPart({ host }, HERE), null, host)
  for (const host of ['evil.test', '127.0.0.1.evil.test', '0.0.0.0:80'])
    assert.equal(foreignPart({ host }, HERE), 'host', host)
  assert.equal(foreignPart({ host: 'nas.local' }, { ...HERE, isLoopback: false }), null)
})
