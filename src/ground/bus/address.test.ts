import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemOfBusAddress, readBusAddress } from './address.ts'

test('an address contains servers, credentials and encryption', () => {
  assert.deepEqual(readBusAddress('nats://hub:p%40ss%3A%2F@one:4222,two'), {
    servers: ['one:4222', 'two:4222'],
    isEncrypted: false,
    credentials: { user: 'hub', password: 'p@ss:/' },
    caFile: null,
    clientCertificate: null,
    isHandshakeFirst: false,
  })
  assert.deepEqual(readBusAddress('tls://t0ken@[::1]:5222/?ca=%2Fetc%2Fca.pem'), {
    servers: ['[::1]:5222'],
    isEncrypted: true,
    credentials: { token: 't0ken' },
    caFile: '/etc/ca.pem',
    clientCertificate: null,
    isHandshakeFirst: false,
  })
  const first = readBusAddress('tls://one?handshake_first=true&ca=%2Fetc%2Fca.pem')
  assert.deepEqual([first?.isHandshakeFirst, first?.caFile], [true, '/etc/ca.pem'])
  assert.equal(readBusAddress('nats://one')?.credentials, null)
  assert.deepEqual(readBusAddress('nats://one?creds=%2Fetc%2Fhub.creds')?.credentials, {
    credsFile: '/etc/hub.creds',
  })
  assert.deepEqual(readBusAddress('nats://one?nkey=/etc/hub.nk')?.credentials, { nkeyFile: '/etc/hub.nk' })
  assert.deepEqual(readBusAddress('tls://one?cert=/a.pem&key=/a.key')?.clientCertificate, {
    certFile: '/a.pem',
    keyFile: '/a.key',
  })
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
    'nats://one:0',
    'nats://one,two:65536',
    'nats://[::1]:99999',
    'nats://one?x=1',
    'tls://one?ca=',
    'tls://one?handshake_first=1',
    'nats://one?handshake_first=true',
  ])
    assert.equal(readBusAddress(url), null, url)
})

test('the problem of an address names its fix and quotes no part of it', () => {
  for (const [url, expected] of [
    ['nats://sesame@a b', /^expected nats:/],
    ['nats://hub:ses?ame@one', /^expected nats:.* %3F/],
    ['nats://one?sesame=1', /the parameters are ca, cert, key, creds, nkey, handshake_first/],
    ['nats://one?ca=/sesame.pem', /^ca needs an address that begins with tls:/],
    ['nats://one?cert=/sesame&key=/sesame', /^cert needs .* tls:/],
    ['tls://one?cert=/sesame', /needs both cert=<file> and key=<file>/],
    ['tls://one?nkey=', /its parameter nkey is empty/],
    ['tls://sesame@one?creds=/sesame', /several credentials/],
    ['tls://one?creds=/sesame&nkey=/sesame', /several credentials/],
  ] as const) {
    assert.match(problemOfBusAddress(url)!, expected)
    assert.doesNotMatch(problemOfBusAddress(url)!, /sesame/)
  }
  assert.equal(problemOfBusAddress('nats://one?handshake_first=false'), null)
})
