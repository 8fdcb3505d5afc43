import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import type { Caller } from '#ground/identity/caller.ts'
import { CALLER } from '../support/agent.ts'
import { startMcpHub } from '../support/mcp-hub.ts'
import { startMcpWebServer, type SeenRequest } from '../support/mcp-web-server.ts'

const ADA: Caller = CALLER
const BOB: Caller = { ...CALLER, email: 'bob@example.com' }
const NOBODY: Caller = { ...CALLER, email: null }

const guarded =
  (tokens: readonly string[], isOpen: (call: string | null) => boolean = () => false) =>
  ({ headers, call }: SeenRequest, response: ServerResponse): boolean => {
    if (isOpen(call) || tokens.some((token) => headers.authorization === `Bearer ${token}`)) return false
    response
      .writeHead(401, { 'www-authenticate': 'Bearer resource_metadata="http://127.0.0.1:9/.well-known/x"' })
      .end()
    return true
  }

test('a server that wants a person is connected per person, each with a token of their own [agent.mcp.personal]', async (t) => {
  const web = await startMcpWebServer(t, { answer: guarded(['token-ada', 'token-bob']) })
  const tokens = new Map([
    ['ada@example.com', 'token-ada'],
    ['bob@example.com', 'token-bob'],
  ])
  const hub = await startMcpHub(
    t,
    { garden: { url: web.url } },
    {
      connectionToken: async ({ email }, server) => (server === 'garden' && tokens.get(email ?? '')) || null,
    },
  )
  await hub.ready()
  assert.deepEqual(hub.servers.problems(), [])
  assert.equal(await hub.call('garden__greet', { name: 'Ada' }, { caller: ADA }), 'Hello Ada')
  assert.equal(await hub.call('garden__greet', { name: 'Bob' }, { caller: BOB }), 'Hello Bob')
  const called = web.requests
    .filter(({ call }) => call === 'tools/call')
    .map(({ headers }) => headers.authorization)
  assert.deepEqual(called, ['Bearer token-ada', 'Bearer token-bob'])

  await assert.rejects(hub.call('garden__greet', { name: 'x' }, { caller: NOBODY }), {
    message: 'garden works with the account of a person, but no person is signed in for this request.',
  })
  tokens.clear()
  await assert.rejects(
    hub.call('garden__greet', { name: 'x' }, { caller: ADA }),
    /^Error: garden works with an account of yours: connect your account first/,
  )
  assert.ok(!JSON.stringify([hub.events, hub.servers.problems()]).includes('token-'))
})

test('before any account is connected, one tool says so [agent.mcp.placeholder]', async (t) => {
  const web = await startMcpWebServer(t, { answer: guarded(['token-ada']) })
  let token: string | null = null
  const hub = await startMcpHub(t, { garden: { url: web.url } }, { connectionToken: async () => token })
  await hub.ready()
  assert.deepEqual(
    hub.servers.tools().map(({ name }) => name),
    ['garden__connect'],
  )
  await assert.rejects(
    hub.call('garden__connect'),
    /^Error: garden works with an account of yours: connect your account first/,
  )
  token = 'token-ada'
  await hub.ready()
  assert.ok(hub.servers.tools().some(({ name }) => name === 'garden__greet'))
})

test('a server that wants a person first when its tools are listed is connected per person [agent.mcp.personal]', async (t) => {
  const isOpen = (call: string | null) => call === 'initialize' || call === 'notifications/initialized'
  const web = await startMcpWebServer(t, { answer: guarded(['token-ada'], isOpen) })
  const hub = await startMcpHub(
    t,
    { garden: { url: web.url, hub: { protocolVersion: '2025-11-25' } } },
    { connectionToken: async ({ email }) => (email === ADA.email ? 'token-ada' : null) },
  )
  await hub.ready()
  assert.deepEqual(hub.servers.problems(), [])
  assert.equal(await hub.call('garden__greet', { name: 'Ada' }), 'Hello Ada')
})

test('a server of 2025-03-26 that is its own authorization server is connected per person [agent.mcp.personal]', async (t) => {
  const web = await startMcpWebServer(t, {
    answer({ headers, path }, response) {
      if (headers.authorization === 'Bearer token-ada') return false
      const issuer = `http://${headers.host}`
      const metadata = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        response_types_supported: ['code'],
      }
      if (path === '/.well-known/oauth-authorization-server')
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata))
      else response.writeHead(path.startsWith('/.well-known/') ? 404 : 401).end()
      return true
    },
  })
  const hub = await startMcpHub(t, { garden: { url: web.url } }, { connectionToken: async () => 'token-ada' })
  await hub.ready()
  assert.deepEqual(hub.servers.problems(), [])
  assert.equal(await hub.call('garden__greet', { name: 'Ada' }), 'Hello Ada')
})

test('a refused account is asked for again before the tools are known [agent.mcp.placeholder]', async (t) => {
  const web = await startMcpWebServer(t, { answer: guarded([]) })
  const hub = await startMcpHub(t, { garden: { url: web.url } }, { connectionToken: async () => 'token-old' })
  await hub.ready()
  await assert.rejects(hub.call('garden__connect'), {
    message: 'garden no longer accepts your account: connect the account again.',
  })
})

test('a server that lists its tools to all and wants a person for a call gets one [agent.mcp.personal]', async (t) => {
  const web = await startMcpWebServer(t, { answer: guarded(['token-ada'], (call) => call !== 'tools/call') })
  const hub = await startMcpHub(
    t,
    { garden: { url: web.url } },
    { connectionToken: async ({ email }) => (email === ADA.email ? 'token-ada' : null) },
  )
  await hub.ready()
  await assert.rejects(
    hub.call('garden__greet', { name: 'B' }, { caller: BOB }),
    /^Error: garden works with an account of yours: connect your account first/,
  )
  assert.equal(await hub.call('garden__greet', { name: 'Ada' }), 'Hello Ada')
})

test('a token that is no longer accepted asks for a new connection [agent.mcp.personal]', async (t) => {
  const tokens = ['token-ada']
  const web = await startMcpWebServer(t, { answer: (seen, response) => guarded(tokens)(seen, response) })
  const hub = await startMcpHub(t, { garden: { url: web.url } }, { connectionToken: async () => 'token-ada' })
  await hub.ready()
  tokens.length = 0
  await assert.rejects(hub.call('garden__greet', { name: 'x' }), {
    message: 'garden no longer accepts your account: connect the account again.',
  })
})

test('a refused key of the entry is the entry’s problem and no person’s [agent.mcp.key]', async (t) => {
  const web = await startMcpWebServer(t, { answer: guarded([]) })
  const hub = await startMcpHub(t, {
    garden: { url: web.url, headers: { authorization: 'Bearer wrong-key' } },
  })
  await hub.ready()
  assert.deepEqual(
    hub.servers.problems().map(({ message }) => message),
    ['garden refuses the Hub’s requests (401): check `headers` in mcp.json'],
  )
})
