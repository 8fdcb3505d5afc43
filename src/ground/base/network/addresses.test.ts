import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isPublicAddress } from './addresses.ts'

const PUBLIC = [
  '1.1.1.1',
  '93.184.215.14',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '100.128.0.0',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00:1450:4001::1',
  '2003::1',
]
const INTERNAL = [
  '0.0.0.0',
  '10.255.255.255',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:8.8.8.8',
  '::8.8.8.8',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:808:808::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd12::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'fd00:ec2::254',
]

for (const address of PUBLIC)
  test(`${address} is public [agent.fetch.refused]`, () => assert.equal(isPublicAddress(address), true))
for (const address of INTERNAL)
  test(`${address} is not public [agent.fetch.refused]`, () => assert.equal(isPublicAddress(address), false))

test('no IPv4 address becomes public by hiding in an IPv6 one [agent.fetch.refused]', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number]
      const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
      for (const form of [
        `::ffff:${address}`,
        `::${address}`,
        `64:ff9b::${hex}`,
        `2002:${hex}::1`,
        `2001:0:1::${hex}`,
      ])
        assert.equal(isPublicAddress(form), false, form)
    }),
  )
})

test('text that is no address is not public [agent.fetch.refused]', () => {
  fc.assert(
    fc.property(fc.oneof(fc.domain(), fc.string()), (text) => assert.equal(isPublicAddress(text), false)),
  )
})
