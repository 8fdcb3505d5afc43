import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createHubAddresses } from './addresses.ts'

const place = { publicUrl: 'http://127.0.0.1:3080', publicUrlIsSet: false, hubPath: '', hub: 'garden' }
const local = createHubAddresses(place)
const open = createHubAddresses({ ...place, publicUrl: 'https://hub.example', publicUrlIsSet: true })

test('without a public address the loopback name that a client wrote is followed, with any port [mcp.oauth.loopback]', () => {
  for (const [host, origin] of [
    ['localhost:3080', 'http://localhost:3080'],
    ['LOCALHOST:3080', 'http://localhost:3080'],
    ['127.0.0.1:9000', 'http://127.0.0.1:9000'],
    ['localhost', 'http://localhost'],
    [undefined, 'http://127.0.0.1:3080'],
    ['evil.example', 'http://127.0.0.1:3080'],
    ['localhost.evil.example:3080', 'http://127.0.0.1:3080'],
    ['localhost:3080@evil.example', 'http://127.0.0.1:3080'],
    ['127.0.0.1.nip.io', 'http://127.0.0.1:3080'],
    ['192.168.0.7:3080', 'http://127.0.0.1:3080'],
  ] as const) {
    const { resource, metadata, authorize } = local.forHost(host)
    assert.equal(resource, `${origin}/mcp/oauth`, host)
    assert.equal(metadata, `${origin}/.well-known/oauth-protected-resource/mcp/oauth`)
    assert.equal(authorize, `${origin}/portal/mcp/authorize/garden`)
  }
  assert.equal(open.forHost('localhost:3080').resource, 'https://hub.example/mcp/oauth')
})

test('a resource has one stored form, and that of another server, Hub or path has none [mcp.oauth.loopback]', () => {
  for (const host of ['localhost:3080', '127.0.0.1:9000', '127.0.0.1:3080'])
    for (const key of ['resource', 'keyResource'] as const) {
      const stored = local.canonicalResource(local.forHost(host)[key])!
      assert.equal(stored, local.forHost(undefined)[key])
      assert.equal(local.resourceForHost(stored, host), local.forHost(host)[key])
    }
  for (const other of [
    'http://localhost:3080/mcp/oauth/',
    'http://localhost:3080/b/garden/mcp/oauth',
    'https://localhost:3080/mcp/oauth',
    'http://evil.example/mcp/oauth',
    'http://localhost:3080@evil.example/mcp/oauth',
    'http://localhost:3080/mcp/oauth?x',
  ])
    assert.equal(local.canonicalResource(other), null, other)
  assert.equal(open.canonicalResource('http://localhost:3080/mcp/oauth'), null)
})

test('no Host but a loopback name ever becomes an address [mcp.oauth.loopback]', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webAuthority()), (host) => {
      const { hostname } = new URL(local.forHost(host).resource)
      assert.ok(hostname === '127.0.0.1' || hostname === 'localhost')
      assert.equal(new URL(open.forHost(host).resource).hostname, 'hub.example')
    }),
  )
})
