import assert from 'node:assert/strict'
import test from 'node:test'
import { startTestEdge, type TestEdge } from '../support/edge.ts'

const textOf = async (edge: TestEdge, path: string) => (await fetch(edge.url + path)).text()

test('chat files and the Console go to the bridge [edge.to-bridge]', async (t) => {
  const edge = await startTestEdge(t)
  for (const path of ['/artifacts', '/artifacts/c1/report.pdf?t=x', '/portal', '/portal/api/me?brief=true'])
    assert.equal(await textOf(edge, path), 'from bridge', path)
  assert.deepEqual(
    edge.bridge.received.map(({ target }) => target),
    ['/artifacts', '/artifacts/c1/report.pdf?t=x', '/portal', '/portal/api/me?brief=true'],
  )
})

test('a prefix matches whole segments only [edge.whole-segments]', async (t) => {
  const edge = await startTestEdge(t, { mcp: true })
  for (const path of ['/artifactsx', '/portals', '/mcpx', '/webhooksx/garden', '/x/portal', '/Portal'])
    assert.equal(await textOf(edge, path), 'from chatapp', path)
})

test('everything else goes to the web chat [edge.to-chatapp]', async (t) => {
  const edge = await startTestEdge(t)
  for (const path of ['/', '/?x=/portal', '/api/config', '/static/loader.js', '/.well-known/security.txt'])
    assert.equal(await textOf(edge, path), 'from chatapp', path)
})

test('the bridge’s chat API, uploads and health are never forwarded to it [edge.bridge-private]', async (t) => {
  const edge = await startTestEdge(t)
  for (const path of [
    '/v1/models',
    '/v1/chat/completions',
    '/uploads/c1/a.txt',
    '/healthz',
    '/otel/v1/traces',
  ])
    assert.equal(await textOf(edge, path), 'from chatapp', path)
  assert.equal(edge.bridge.received.length, 0)
})

test('MCP requests go to the bridge only if MCP is served [edge.mcp]', async (t) => {
  const without = await startTestEdge(t, { mcp: false })
  const served = await startTestEdge(t, { mcp: true })
  assert.equal(await textOf(without, '/mcp'), 'from chatapp')
  assert.equal(await textOf(served, '/mcp'), 'from bridge')
  assert.equal(await textOf(served, '/mcp/x'), 'from bridge')
})

test('webhooks of the Hub go to the inbound receiver when it runs [edge.webhooks]', async (t) => {
  const edge = await startTestEdge(t)
  assert.equal(await textOf(edge, '/webhooks/garden/webhook?a=1'), 'from inbound')
  assert.equal(edge.inbound.received[0]!.target, '/webhooks/garden/webhook?a=1')
})

test('an endpoint has a single spelling, and only necessary escapes are permitted [edge.webhook-spelling]', async (t) => {
  const edge = await startTestEdge(t, { hubSlug: 'gärten' })
  for (const path of ['/webhooks/g%C3%A4rten/webhook', '/webhooks/g%c3%a4rten/caf%C3%A9'])
    assert.equal(await textOf(edge, path), 'from inbound', path)
  for (const path of [
    '/webhooks/g%C3%A4rten/%77ebhook',
    '/webhooks/%67%C3%A4rten/webhook',
    '/webhooks/g%C3%A4rten/web%68ook?a=%77',
    '/webhooks/g%C3%A4rten/%zz',
    '/webhooks/g%C3%A4rten/%ff',
  ])
    assert.equal((await fetch(edge.url + path, { method: 'POST' })).status, 404, path)
  assert.equal(edge.inbound.received.length, 2)
})

test('webhooks of another Hub, or without a receiver, get a JSON 404 and reach no receiver [edge.webhooks-absent]', async (t) => {
  const edge = await startTestEdge(t)
  const bare = await startTestEdge(t, { inbound: false })
  for (const url of [
    `${edge.url}/webhooks/orchard/x`,
    `${edge.url}/webhooks`,
    `${edge.url}/webhooks/%zz`,
    `${bare.url}/webhooks/garden/x`,
  ]) {
    const answer = await fetch(url, { method: 'POST', body: '{}' })
    assert.equal(answer.status, 404, url)
    assert.deepEqual(await answer.json(), { detail: 'Not found', code: 'not_found' })
  }
  for (const { chatapp, inbound } of [edge, bare])
    assert.equal(chatapp.received.length + inbound.received.length, 0)
})

test('a slug with letters outside ASCII is found in its encoded form [edge.webhooks]', async (t) => {
  const edge = await startTestEdge(t, { hubSlug: 'gärten' })
  assert.equal(await textOf(edge, '/webhooks/g%C3%A4rten/webhook'), 'from inbound')
})

test('discovery documents for authorization servers answer a JSON 404 [edge.discovery]', async (t) => {
  const edge = await startTestEdge(t, { mcp: true })
  for (const name of [
    'oauth-protected-resource',
    'oauth-protected-resource/mcp',
    'oauth-authorization-server',
    'openid-configuration',
    'openid-configuration/x',
  ]) {
    const answer = await fetch(`${edge.url}/.well-known/${name}`)
    assert.equal(answer.status, 404, name)
    assert.match(answer.headers.get('content-type')!, /^application\/json/)
  }
  assert.equal(edge.chatapp.received.length, 0)
})
