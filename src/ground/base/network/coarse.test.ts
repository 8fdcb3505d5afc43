import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './coarse.ts'

test('an address is recorded by its network', () => {
  for (const [address, network] of [
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:12:34::1', '2001:db8:12::/48'],
    ['2001:db8::1', '2001:db8::/48'],
    ['fe80::1%eth0', 'fe80::/48'],
    ['::1', '::/48'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ] as const)
    assert.equal(networkOf(address), network, address)
})
