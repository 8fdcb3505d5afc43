import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import type { ReachableHub } from './hubs.ts'
import { chooseUpstream, type RouteTable } from './route.ts'
import type { Upstream } from './upstream.ts'

const upstream = (name: Upstream['name']): Upstream => ({
  name,
  host: 'hub.test',
  reach: () => {},
  close: async () => {},
  [Symbol.asyncDispose]: async () => {},
})
const hub = (slug: string, rest: Partial<ReachableHub> = {}): ReachableHub => ({
  slug,
  bridge: upstream('bridge'),
  inbound: upstream('inbound'),
  mcp: true,
  mcpSignIn: false,
  ...rest,
})
const tableOf = (hubs: readonly ReachableHub[], isGateway = false): RouteTable => ({
  isGateway,
  list: hubs,
  bySlug: new Map(hubs.map((one) => [one.slug, one])),
})

const table = tableOf([hub('garden')])
const CHATAPP = { kind: 'chatapp' }
const NOT_FOUND = { kind: 'not-found' }

const shown = (path: string, of: RouteTable): string => {
  const to = chooseUpstream(path, of)
  return to.kind === 'hub' ? `${to.hub.slug} ${to.part} ${to.path}` : to.kind
}

const pathOf = (pieces: readonly string[]) =>
  fc.array(fc.constantFrom('/', ...pieces), { maxLength: 6 }).map((chosen) => `/${chosen.join('')}`)

test('only the rows of the table ever reach the bridge [edge.bridge-private]', () => {
  const path = pathOf(['v1', 'uploads', 'healthz', 'portal', 'artifacts', 'mcp', 'x', '%2f'])
  fc.assert(
    fc.property(path, (path) => {
      const to = chooseUpstream(path, table)
      const first = path.split('/')[1]!
      assert.equal(to.kind === 'any-bridge', first === 'portal')
      assert.equal(to.kind === 'hub', ['artifacts', 'mcp'].includes(first))
      if (to.kind === 'hub') assert.equal(to.path, path)
    }),
  )
})

test('requests for missing routes go to the web chat, except webhooks, which go nowhere [edge.webhooks-absent]', () => {
  assert.deepEqual(chooseUpstream('/mcp', tableOf([hub('garden', { mcp: false })])), CHATAPP)
  assert.deepEqual(chooseUpstream('/webhooks/garden', tableOf([hub('garden', { inbound: null })])), NOT_FOUND)
  assert.equal(shown('/webhooks/garden', table), 'garden inbound /webhooks/garden')
})

test('documents on signing in to MCP are the bridge’s where that is on, and else not there [edge.mcp-sign-in]', () => {
  const on = tableOf([hub('garden', { mcpSignIn: true })])
  for (const name of ['oauth-protected-resource', 'oauth-authorization-server']) {
    const path = `/.well-known/${name}/mcp/oauth`
    assert.equal(shown(path, on), `garden bridge ${path}`)
    assert.deepEqual(chooseUpstream(path, table), NOT_FOUND)
    for (const other of ['', '/mcp', '/mcp/oauth/', '/mcp/oauth/x'])
      assert.deepEqual(chooseUpstream(`/.well-known/${name}${other}`, on), NOT_FOUND, other)
  }
})

test('the bridge’s private paths are the web chat’s in public [edge.bridge-private]', () => {
  for (const path of ['/v1', '/v1/models', '/uploads/a/b', '/healthz', '/otel/v1/traces'])
    assert.deepEqual(chooseUpstream(path, table), CHATAPP, path)
})

const gateway = tableOf(
  [
    hub('birch', { mcp: false, inbound: null }),
    hub('garden', { mcpSignIn: true }),
    hub('größe', { mcp: false }),
  ],
  true,
)

test('in a gateway each Hub has its own paths, and its prefix goes before they are forwarded [edge.gateway-routes]', () => {
  const rows: Record<string, string> = {
    '/b/garden/artifacts/c1/a.txt': 'garden bridge /artifacts/c1/a.txt',
    '/b/garden/artifacts': 'garden bridge /artifacts',
    '/b/garden/mcp': 'garden bridge /mcp',
    '/b/garden/mcp/oauth': 'garden bridge /mcp/oauth',
    '/b/gr%C3%B6%C3%9Fe/artifacts/x': 'größe bridge /artifacts/x',
    '/b/gr%c3%b6%c3%9fe/artifacts/x': 'größe bridge /artifacts/x',
    '/webhooks/garden/forge': 'garden inbound /webhooks/garden/forge',
    '/.well-known/oauth-protected-resource/b/garden/mcp/oauth':
      'garden bridge /.well-known/oauth-protected-resource/mcp/oauth',
    '/portal': 'any-bridge',
    '/portal/api/hubs': 'any-bridge',
    '/.well-known/jwks.json': 'any-bridge',
    '/mcp': 'chatapp',
    '/artifacts/c1/a.txt': 'chatapp',
    '/b': 'chatapp',
    '/bx/garden/mcp': 'chatapp',
    '/B/garden/mcp': 'chatapp',
    '/': 'chatapp',
  }
  for (const [path, to] of Object.entries(rows)) assert.equal(shown(path, gateway), to, path)
})

test('a route that a gateway’s Hub lacks is missing in every spelling [edge.gateway-routes]', () => {
  for (const path of [
    '/b/',
    '/b/garden',
    '/b/garden/',
    '/b/none/artifacts/x',
    '/b/birch/mcp',
    '/b/garden/v1/models',
    '/b/garden/v1/chat/completions',
    '/b/garden/uploads/c/x',
    '/b/garden/healthz',
    '/b/garden/portal/api/hubs',
    '/b/garden/otel/v1/traces',
    '/b/garden//artifacts/x',
    '/b//garden/artifacts/x',
    '/b/garden/artifactsx',
    '/b/garden/%61rtifacts/x',
    '/b/g%61rden/artifacts/x',
    '/b/Garden/artifacts/x',
    '/b/garden/mcpx',
    '/b/garden/b/birch/artifacts',
    '/b/garden/.well-known/oauth-protected-resource/mcp/oauth',
    '/b/garden/webhooks/garden',
    '/webhooks/birch',
    '/webhooks/none',
    '/webhooks/g%61rden',
    '/.well-known/oauth-protected-resource/mcp/oauth',
    '/.well-known/oauth-protected-resource/b/birch/mcp/oauth',
    '/.well-known/oauth-protected-resource/b/garden/mcp',
    '/.well-known/openid-configuration/b/garden/mcp/oauth',
  ])
    assert.deepEqual(chooseUpstream(path, gateway), NOT_FOUND, path)
})

test('below a Hub’s prefix, its bridge gets requests for files and MCP only [edge.gateway-routes]', () => {
  const path = pathOf(['v1', 'uploads', 'portal', 'artifacts', 'mcp', 'b', 'garden', '%2f', '.well-known'])
  fc.assert(
    fc.property(path, (path) => {
      const to = chooseUpstream(`/b/garden${path}`, gateway)
      if (to.kind === 'hub') assert.match(to.path, /^\/(?:artifacts|mcp)(?:\/|$)/)
      else assert.deepEqual(to, NOT_FOUND)
    }),
  )
})

test('a gateway without Hubs serves only the web chat', () => {
  const none = tableOf([], true)
  assert.equal(shown('/portal', none), 'any-bridge')
  assert.equal(shown('/b/garden/mcp', none), 'not-found')
  assert.equal(shown('/', none), 'chatapp')
})
