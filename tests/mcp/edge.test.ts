import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startEdge } from '#processes/edge.ts'
import { startTestConsole } from '../support/console.ts'
import { bearer, callOf, connectClient, post, request, startTestMcp } from '../support/mcp.ts'
import { GARDEN } from './garden.ts'
import { servicesOf } from '../support/own-services.ts'

test('through the edge: MCP works with a key, and discovery is a JSON 404 [mcp.edge]', async (t) => {
  const hub = await startTestMcp(t, { files: GARDEN })
  const { port: bridgePort } = new URL(hub.url)
  const { port: chatappPort } = new URL(hub.chatappUrl)
  const environment = {
    PORT: '0',
    BRIDGE_PORT: bridgePort,
    SVC_CHATAPP_PORT: chatappPort,
    SVC_DATA_DIR: `${hub.folder}/data`,
    ...(await servicesOf(`${hub.folder}/data`)),
  }
  const hubFolder = `${hub.folder}/Garden`
  await using edge = await startEdge({ environment: { ...environment, MCP_SERVER: 'true' }, hubFolder })
  const { key, person } = await hub.member('Bea')
  const client = await connectClient(t, `${edge.url}/mcp`, key)
  const spoof = { 'x-svc-user': 'ann@example.com' }
  const answer = await post(`${edge.url}/mcp`, callOf('who'), { ...bearer(key), ...spoof })
  assert.match(await answer.text(), new RegExp(person.email))
  assert.deepEqual((await client.callTool({ name: 'echo', arguments: { text: 'hi' } })).content, [
    { type: 'text', text: 'hi' },
  ])
  const unsigned = await post(`${edge.url}/mcp`, request('tools/list'))
  assert.deepEqual([unsigned.status, unsigned.headers.get('www-authenticate')], [401, 'Bearer realm="mcp"'])
  const agreed = await post(
    `${edge.url}/mcp`,
    request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'raw', version: '1' },
    }),
    bearer(key),
  )
  assert.match(agreed.headers.get('mcp-session-id')!, /^2025-06-18\./)
  const models = await fetch(`${edge.url}/api/models`, { headers: { 'x-api-key': key } })
  assert.equal(models.status, 200)
  const rebound = await post(`${edge.url}/mcp`, request('tools/list'), {
    ...bearer(key),
    origin: 'https://evil.test',
  })
  assert.equal(rebound.status, 403)
  for (const path of [
    'oauth-protected-resource',
    'oauth-protected-resource/mcp',
    'oauth-authorization-server',
    'oauth-authorization-server/mcp',
    'openid-configuration',
  ]) {
    const discovery = await fetch(`${edge.url}/.well-known/${path}`, { headers: { accept: 'text/html' } })
    assert.equal(discovery.status, 404, path)
    assert.match(discovery.headers.get('content-type')!, /application\/json/, path)
    await discovery.json()
  }

  await using without = await startEdge({ environment: { ...environment, MCP_SERVER: 'false' }, hubFolder })
  const none = await post(`${without.url}/mcp`, request('tools/list'), bearer(key))
  assert.notEqual(none.headers.get('content-type'), 'text/event-stream')
  assert.ok(none.status >= 400)
})

test('MCP_SERVER=true lets people make keys of their own [mcp.key]', async (t) => {
  for (const [MCP_SERVER, made] of [
    ['true', true],
    ['false', false],
  ] as const) {
    const hub = await startTestConsole(t, { environment: { MCP_SERVER } })
    const bea = await hub.addPerson('Bea')
    const answer = await fetch(`${hub.chatappUrl}/api/v1/auths/api_key`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bea.token}` },
    })
    assert.equal(answer.ok, made)
  }
})
