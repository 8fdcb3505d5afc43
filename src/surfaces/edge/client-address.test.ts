import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createClientAddress, isNetwork } from './client-address.ts'

const PROXIES = createClientAddress(['10.0.0.0/8', '2001:db8:1::/48', '127.0.0.1'])

test('forwarding headers count only from trusted proxies [edge.trusted-proxies]', () => {
  const nobody = createClientAddress([])
  assert.equal(nobody('198.51.100.7', '203.0.113.9'), '198.51.100.7')
  assert.equal(nobody('::ffff:198.51.100.7', '203.0.113.9'), '198.51.100.7')
  assert.equal(PROXIES('198.51.100.7', '203.0.113.9'), '198.51.100.7')
})

test('the header is read from its end, as far as trusted proxies wrote it [edge.trusted-proxies]', () => {
  const cases: [connection: string, forwardedFor: string | undefined, client: string][] = [
    ['10.1.2.3', '203.0.113.9', '203.0.113.9'],
    ['10.1.2.3', '127.0.0.1, 203.0.113.9', '203.0.113.9'], // the client wrote the first entry
    ['10.1.2.3', '203.0.113.9, 10.9.9.9', '203.0.113.9'],
    ['10.1.2.3', '192.0.2.1, 203.0.113.9, 10.9.9.9,127.0.0.1', '203.0.113.9'],
    ['10.1.2.3', '10.7.7.7', '10.7.7.7'], // a client in our own network
    ['10.1.2.3', undefined, '10.1.2.3'],
    ['10.1.2.3', '', '10.1.2.3'],
    ['10.1.2.3', '203.0.113.9, unknown', '10.1.2.3'],
    ['10.1.2.3', '203.0.113.9, , 10.9.9.9', '10.9.9.9'],
    ['10.1.2.3', '203.0.113.9:4711', '203.0.113.9'],
    ['2001:db8:1::5', '[2001:db8:2::7]:4711', '2001:db8:2::7'],
    ['2001:db8:1::5', '2001:db8:2::7', '2001:db8:2::7'],
    ['::ffff:10.1.2.3', '::ffff:203.0.113.9', '203.0.113.9'],
  ]
  for (const [connection, forwardedFor, client] of cases)
    assert.equal(PROXIES(connection, forwardedFor), client, `${connection} ← ${forwardedFor}`)
})

test('the address is the one that our proxy saw, for any header of the client [edge.trusted-proxies]', () => {
  const entry = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string(), fc.constant('10.0.0.1'), fc.constant('127.0.0.1'))
  fc.assert(
    fc.property(fc.array(entry), (written) => {
      const trail = [...written, '203.0.113.9'].join(', ')
      assert.equal(PROXIES('10.1.2.3', trail), '203.0.113.9')
    }),
  )
})

test('a network is an address with or without the bits that count', () => {
  for (const text of ['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '::1', '2001:db8::/32', '::/0'])
    assert.equal(isNetwork(text), true, text)
  for (const text of ['10.0.0', '10.0.0.0/33', '::/129', 'proxy', '10.0.0.1/', '/8', '10.0.0.1:80', '*'])
    assert.equal(isNetwork(text), false, text)
})
