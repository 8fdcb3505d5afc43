import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { route } from './route.ts'

const table = { hubSlug: 'garden', mcp: true, inbound: true }
const CHATAPP = { kind: 'forward', upstream: 'chatapp' }

test('only the rows of the table ever reach the bridge [edge.bridge-private]', () => {
  const path = fc
    .array(fc.constantFrom('/', 'v1', 'uploads', 'healthz', 'portal', 'artifacts', 'mcp', 'x', '%2f'), {
      maxLength: 6,
    })
    .map((pieces) => `/${pieces.join('')}`)
  fc.assert(
    fc.property(path, (path) => {
      const to = route(path, table)
      const first = path.split('/')[1]!
      const isRow = ['portal', 'artifacts', 'mcp'].includes(first)
      assert.equal(to.kind === 'forward' && to.upstream === 'bridge', isRow)
    }),
  )
})

test('rows that are not present fall to the web chat, but webhooks to nobody [edge.webhooks-absent]', () => {
  assert.deepEqual(route('/mcp', { ...table, mcp: false }), CHATAPP)
  assert.deepEqual(route('/webhooks/garden', { ...table, inbound: false }), { kind: 'not-found' })
  assert.deepEqual(route('/webhooks/garden', table), { kind: 'forward', upstream: 'inbound' })
})

test('documents on signing in to MCP are the bridge’s where that is on, and else not there [edge.mcp-sign-in]', () => {
  const on = { ...table, mcpSignIn: true }
  for (const name of ['oauth-protected-resource', 'oauth-authorization-server']) {
    const path = `/.well-known/${name}/mcp/oauth`
    assert.deepEqual(route(path, on), { kind: 'forward', upstream: 'bridge' })
    assert.deepEqual(route(path, table), { kind: 'not-found' })
    for (const other of ['', '/mcp', '/mcp/oauth/', '/mcp/oauth/x'])
      assert.deepEqual(route(`/.well-known/${name}${other}`, on), { kind: 'not-found' }, other)
  }
})

test('the bridge’s private paths are the web chat’s in public [edge.bridge-private]', () => {
  for (const path of ['/v1', '/v1/models', '/uploads/a/b', '/healthz', '/otel/v1/traces'])
    assert.deepEqual(route(path, table), CHATAPP, path)
})
