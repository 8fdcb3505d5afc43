import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createOwnAddress } from './own-address.ts'

const own = createOwnAddress({
  publicUrl: 'https://Hub.example.com:8443/hub',
  names: ['nas', 'Other.Example'],
})

test('literal addresses, names of localhost and configured names are ours, with any port [edge.own-names]', () => {
  for (const name of [
    'localhost',
    'a.b.localhost',
    'LOCALHOST.',
    '127.0.0.1',
    '192.0.2.7',
    '[::1]',
    '[::ffff:192.0.2.7]',
    'hub.example.com',
    'nas',
    'NAS.',
    'other.example',
  ])
    for (const host of [name, `${name}:1`, `${name}:65535`]) assert.ok(own.isNamedBy(host), host)
})

test('no other text is a name of ours, in any order of requests [edge.own-names]', () => {
  const ours = /^((\d{1,3}\.){3}\d{1,3}|(.+\.)?localhost|nas)(:\d+)?$/
  const host = fc.oneof(
    fc.domain(),
    fc.string(),
    fc.tuple(fc.constantFrom('127.0.0.1', 'localhost', 'nas'), fc.string()).map((parts) => parts.join('')),
    fc
      .tuple(fc.constantFrom('nas.', 'xnas', 'nas@', 'nas/', '127.0.0.1.'), fc.domain())
      .map((p) => p.join('')),
  )
  const strict = createOwnAddress({ publicUrl: null, names: ['nas'] })
  fc.assert(
    fc.property(host, (text) => {
      assert.ok(strict.isNamedBy('nas:3080'))
      if (strict.isNamedBy(text)) assert.match(text.toLowerCase().replace(/\.(?=$|:)/, ''), ours)
    }),
  )
  for (const text of [
    '',
    ':80',
    'nas:',
    'nas:0',
    'nas:65536',
    'nas:-1',
    'nas:8e1',
    '[::1',
    '[nas]',
    '::1',
    '1.2.3',
    'localhost..',
  ])
    assert.equal(own.isNamedBy(text), false, text)
})

test('with * every well-formed name is ours', () => {
  const any = createOwnAddress({ publicUrl: null, names: ['*'] })
  assert.ok(any.isNamedBy('evil.example:80'))
  for (const host of ['evil.example:99999', 'a/b', 'a@b', '*']) assert.equal(any.isNamedBy(host), false, host)
})

test('the origin is that of the public address, else the one asked for [identity.same-origin]', () => {
  assert.equal(own.originFor('127.0.0.1:3080'), 'https://hub.example.com:8443')
  assert.equal(own.originFor(undefined), 'https://hub.example.com:8443')
  const asked = createOwnAddress({ publicUrl: null, names: [] })
  assert.equal(asked.originFor('LocalHost:3080'), 'http://localhost:3080')
  assert.equal(asked.originFor('localhost:80'), 'http://localhost')
  assert.equal(asked.originFor('localhost:99999'), null)
  assert.equal(asked.originFor(undefined), null)
})
