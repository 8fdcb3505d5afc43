import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose'
import { person, readText, saying, startTestBridge, type TestBridge } from '../support/bridge.ts'
import { startMcpWebServer, type SeenRequest } from '../support/mcp-web-server.ts'

const ADA = person('ada@example.com')
const DESK = 'https://desk.example.com/api'

const TOOLS = `
import { defineTool, z } from 'hub-service'
const sending = (name, audience) => defineTool({
  name, description: name, input: z.object({}), needs: { assertions: ['${DESK}'] },
  run: (_, ctx) => ctx.assertion(audience),
})
export const open_ticket = sending('open_ticket', '${DESK}')
export const open_door = sending('open_door', 'https://door.example.com')
`

const mcpJson = (servers: object) => ({ 'mcp.json': JSON.stringify({ mcpServers: servers }) })

const calls = (requests: readonly SeenRequest[]) => requests.filter(({ call }) => call === 'tools/call')

async function verified(bridge: TestBridge, assertion: unknown, audience: string, now = new Date()) {
  const response = await fetch(`${bridge.url}/.well-known/jwks.json`)
  assert.equal(response.headers.get('cache-control'), 'public, max-age=300')
  const keys = (await response.json()) as JSONWebKeySet
  for (const key of keys.keys)
    assert.deepEqual(
      Object.keys(key).filter((name) => 'dpqk'.includes(name)),
      [],
    )
  const options = { audience, typ: 'hub-assertion+jwt', currentDate: now, requiredClaims: ['exp', 'jti'] }
  return (await jwtVerify(String(assertion), createLocalJWKSet(keys), options)).payload
}

test('an outside server gets a signed statement of person, agent and tool with each call, if its entry says so [agent.assertions]', async (t) => {
  const signed = await startMcpWebServer(t)
  const named = await startMcpWebServer(t)
  const plain = await startMcpWebServer(t)
  const bridge = await startTestBridge(t, {
    files: mcpJson({
      signed: { url: `${signed.url}?team=green`, hub: { assertion: true } },
      named: { url: named.url, hub: { assertion: DESK } },
      plain: { url: plain.url },
    }),
  })
  for (const server of ['signed', 'named', 'plain', 'signed'])
    await bridge.complete(saying(`/tool ${server}__greet {"name":"Ada"}`, { chat_id: 'chat-1' }), ADA)
  const [first, second] = calls(signed.requests).map(({ headers }) => headers['hub-assertion'])
  const { iat, exp, jti, ...claims } = await verified(bridge, first, signed.url)
  assert.equal(exp! - iat!, 60)
  assert.deepEqual(claims, {
    iss: 'http://127.0.0.1:3080',
    sub: 'ada@example.com',
    aud: signed.url,
    act: { sub: 'garden' },
    hub_chat: 'chat-1',
    hub_surface: 'chatapp',
    hub_tool: 'signed__greet',
  })
  assert.notEqual((await verified(bridge, second, signed.url)).jti, jti)
  await assert.rejects(verified(bridge, first, named.url), { code: 'ERR_JWT_CLAIM_VALIDATION_FAILED' })
  await assert.rejects(verified(bridge, first, signed.url, new Date(Date.now() + 61_000)), {
    code: 'ERR_JWT_EXPIRED',
  })
  assert.equal((await verified(bridge, calls(named.requests)[0]?.headers['hub-assertion'], DESK)).aud, DESK)
  const elsewhere = [...signed.requests, ...named.requests].filter(({ call }) => call !== 'tools/call')
  for (const { headers } of [...elsewhere, ...plain.requests])
    assert.equal(headers['hub-assertion'], undefined)
})

test('without a person, a call carries no assertion, and a tool that needs one fails [agent.assertions]', async (t) => {
  const signed = await startMcpWebServer(t)
  const bridge = await startTestBridge(t, {
    files: { ...mcpJson({ signed: { url: signed.url, hub: { assertion: true } } }), 'tools/desk.ts': TOOLS },
  })
  assert.match(
    await readText(await bridge.complete(saying('/tool signed__greet {"name":"Ada"}'))),
    /Hello Ada/,
  )
  assert.deepEqual(
    calls(signed.requests).map(({ headers }) => headers['hub-assertion']),
    [undefined],
  )
  assert.match(
    await readText(await bridge.complete(saying('/tool open_ticket {}'))),
    /no person is signed in/,
  )
})

test('a tool gets assertions for the recipients that it lists, which a restart does not invalidate [agent.assertions]', async (t) => {
  const bridge = await startTestBridge(t, { files: { 'tools/desk.ts': TOOLS } })
  const text = await readText(await bridge.complete(saying('/tool open_ticket {}'), ADA))
  const [assertion] = /[\w-]+\.[\w-]+\.[\w-]+/.exec(text) ?? []
  assert.equal((await verified(bridge, assertion, DESK)).sub, 'ada@example.com')
  assert.match(
    await readText(await bridge.complete(saying('/tool open_door {}'), ADA)),
    /open_door must list https:\/\/door\.example\.com in `needs\.assertions`/,
  )
  await bridge[Symbol.asyncDispose]()
  await verified(await bridge.restart(), assertion, DESK)
})
