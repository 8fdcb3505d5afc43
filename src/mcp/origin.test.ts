import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createForeignPart } from './origin.ts'

const HERE = { publicUrl: 'https://hub.example.com', isLoopback: true }
const foreignPart = createForeignPart(HERE)

test('programs send no origin; pages of ours and of this machine may send theirs', () => {
  for (const origin of [undefined, 'https://hub.example.com', 'http://localhost:6274', 'http://[::1]:80'])
    assert.equal(foreignPart({ host: '127.0.0.1:3080', ...(origin && { origin }) }), null, origin)
  for (const origin of [
    'null',
    '',
    'https://evil.test',
    'https://hub.example.com.evil.test',
    'http://localhost.evil.test',
  ])
    assert.equal(foreignPart({ host: '127.0.0.1:3080', origin }), 'origin', origin)
})

test('on this machine alone only its own names count', () => {
  for (const host of ['localhost:8000', '127.0.0.1', '[::1]:8000', 'hub.example.com'])
    assert.equal(foreignPart({ host }), null, host)
  for (const host of ['evil.test', '127.0.0.1.evil.test', '0.0.0.0:80'])
    assert.equal(foreignPart({ host }), 'host', host)
  assert.equal(foreignPart({ host: 'localhost:8000', 'x-forwarded-host': 'evil.test' }), 'host')
  assert.equal(foreignPart({ host: 'localhost:8000', 'x-forwarded-host': 'hub.example.com' }), null)
  assert.equal(createForeignPart({ ...HERE, isLoopback: false })({ host: 'nas.local' }), null)
})
