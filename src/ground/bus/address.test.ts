import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBusAddress } from './address.ts'

test('an address contains servers, credentials and encryption', () => {
  assert.deepEqual(readBusAddress('nats://hub:p%40ss%3A%2F@one:4222,two'), {
    servers: ['one:4222', 'two:4222'],
    isEncrypted: false,
    credentials: { user: 'hub', password: 'p@ss:/' },
    caFile: null,
    isHandshakeFirst: false,
  })
  assert.deepEqual(readBusAddress('tls://t0ken@[::1]:5222/?ca=%2Fetc%2Fca.pem'), {
    servers: ['[::1]:5222'],
    isEncrypted: true,
    credentials: { token: 't0ken' },
    caFile: '/etc/ca.pem',
    isHandshakeFirst: false,
  })
  const first = readBusAddress('tls://one?handshake_first=true&ca=%2Fetc%2Fca.pem')
  assert.deepEqual([first?.isHandshakeFirst, first?.caFile], [true, '/etc/ca.pem'])
  assert.equal(readBusAddress('nats://one')?.credentials, null)
})

test('text that is no address is refused', () => {
  for (const url of [
    '',
    'one:4222',
    'http://one',
    'nats://',
    'nats://a b',
    'nats://h:%zz@one',
    'nats://one,',
    'nats://one?x=1',
    'tls://one?ca=',
    'tls://one?handshake_first=1',
    'nats://one?handshake_first=true',
  ])
    assert.equal(readBusAddress(url), null, url)
})
