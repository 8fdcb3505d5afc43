import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import type { AskPerson } from '#core/agent/tools/questions/ask.ts'
import { createAsking } from '../fixtures/mcp-servers/asking.ts'
import { program, startMcpHub } from '../support/mcp-hub.ts'
import { startMcpWebServer } from '../support/mcp-web-server.ts'

const messages = (problems: readonly { message: string }[]) => problems.map(({ message }) => message)

test('a server at an address gets the headers of its entry, and its tools work [agent.mcp.web]', async (t) => {
  const web = await startMcpWebServer(t)
  const { ready, call } = await startMcpHub(
    t,
    {
      garden: {
        type: 'http',
        url: '${GARDEN_URL}',
        headers: { Authorization: 'Bearer ${KEY}', 'X-Team': 'green' },
      },
    },
    { environment: { KEY: 'sesame-open', GARDEN_URL: web.url } },
  )
  await ready()
  assert.equal(await call('garden__greet', { name: 'Ada' }), 'Hello Ada')
  for (const { headers } of web.requests) {
    assert.equal(headers.authorization, 'Bearer sesame-open')
    assert.equal(headers['x-team'], 'green')
  }
})

test('an entry chooses the revision that is spoken, and a port that no client may call is named [agent.mcp.web]', async (t) => {
  const web = await startMcpWebServer(t)
  const versions: Record<string, string> = { modern: '2026-07-28', older: '2025-06-18' }
  const entries = Object.entries(versions).map(([name, protocolVersion]) => {
    return [name, { url: web.url, hub: { protocolVersion } }] as const
  })
  const { ready, call, servers } = await startMcpHub(t, {
    ...Object.fromEntries(entries),
    blocked: { url: 'http://127.0.0.1:6000/mcp' },
  })
  await ready()
  for (const [name, version] of Object.entries(versions)) {
    const before = web.requests.length
    assert.equal(await call(`${name}__greet`, { name: 'Ada' }), 'Hello Ada')
    for (const { headers } of web.requests.slice(before))
      assert.equal(headers['mcp-protocol-version'], version)
  }
  assert.deepEqual(messages(servers.problems()), [
    'blocked can’t be reached: port 6000 is one that browsers and Node refuse to call; let the server listen on another port',
  ])
})

test('a call to an address that is cancelled ends its request [agent.mcp.cancel]', async (t) => {
  const web = await startMcpWebServer(t)
  const { ready, call } = await startMcpHub(t, { garden: { url: web.url } })
  await ready()
  const stop = new AbortController()
  const calling = call('garden__wait', {}, { signal: stop.signal })
  while (!web.requests.some(({ call: name }) => name === 'tools/call')) await new Promise(setImmediate)
  stop.abort()
  await assert.rejects(calling)
  assert.equal(await call('garden__greet', { name: 'Ada' }), 'Hello Ada')
})

test('an error that echoes the headers of the entry is shown without them [agent.mcp.secrets]', async (t) => {
  const web = await startMcpWebServer(t, {
    answer({ call, headers, body }, response) {
      if (call !== 'tools/call') return false
      const { id } = JSON.parse(body) as { id: number }
      const message = `not for ${headers.authorization},\nnot for ${String(headers['x-team-key'])}`
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message } }))
      return true
    },
  })
  const { ready, call, events } = await startMcpHub(
    t,
    {
      garden: {
        type: 'http',
        url: web.url,
        headers: { Authorization: 'Bearer ${KEY}', 'X-Team-Key': 'green-7' },
      },
    },
    { environment: { KEY: 'sesame-open' } },
  )
  await ready()
  await assert.rejects(call('garden__where'), { message: 'garden: not for [hidden],\nnot for [hidden]' })
  assert.doesNotMatch(JSON.stringify(events), /sesame|green-7/)
})

test('a redirect to another origin is not followed and sees no header [agent.mcp.redirect]', async (t) => {
  const thief = await startMcpWebServer(t)
  const web = await startMcpWebServer(t, {
    answer(_, response) {
      response.writeHead(307, { location: thief.url }).end()
      return true
    },
  })
  const { ready, servers } = await startMcpHub(t, {
    garden: { type: 'http', url: web.url, headers: { Authorization: 'Bearer sesame' } },
  })
  await ready()
  assert.deepEqual(thief.requests, [])
  assert.match(
    messages(servers.problems())[0] ?? '',
    /^garden redirects \(307\), which the Hub does not follow/,
  )
})

test('an unavailable server is reported, and used when it is available [agent.mcp.down]', async (t) => {
  const first = await startMcpWebServer(t)
  await first.kill()
  const { ready, servers, call, event } = await startMcpHub(t, { garden: { url: first.url } })
  await ready()
  assert.deepEqual(messages(servers.problems()), ['garden can’t be reached (ECONNREFUSED)'])
  assert.deepEqual(servers.tools(), [])
  const second = await startMcpWebServer(t, { port: first.port })
  await event('started')
  assert.deepEqual(servers.problems(), [])
  assert.equal(await call('garden__greet', { name: 'Ada' }), 'Hello Ada')

  await second.kill()
  await assert.rejects(call('garden__greet', { name: 'Ada' }), /^Error: garden can’t be reached/)
  await startMcpWebServer(t, { port: first.port })
  assert.equal(await call('garden__greet', { name: 'Ada' }), 'Hello Ada')
})

test('a call fails at once if its server disconnects, and is not repeated [agent.mcp.broken-off]', async (t) => {
  const web = await startMcpWebServer(t)
  const { ready, call } = await startMcpHub(t, { garden: { url: web.url } })
  await ready()
  const calling = call('garden__wait')
  const calls = () => web.requests.filter(({ call: name }) => name === 'tools/call').length
  while (calls() === 0) await new Promise(setImmediate)
  await web.kill()
  await assert.rejects(calling, /^Error: garden /)
  assert.equal(calls(), 1)
})

test('a server that forgot the session gets a new handshake and the call again [agent.mcp.session]', async (t) => {
  let session = 'first'
  const web = await startMcpWebServer(t, {
    answer: (seen, response) => answerInSession(session, seen, response),
  })
  const { ready, call } = await startMcpHub(t, { garden: { url: web.url } })
  await ready()
  assert.equal(await call('garden__echo'), 'in first')
  session = 'second'
  assert.equal(await call('garden__echo'), 'in second')
})

test('an answer of 50 MB from an address fails its own call [agent.mcp.large]', async (t) => {
  const web = await startMcpWebServer(t)
  const { ready, call } = await startMcpHub(t, { garden: { url: web.url } })
  await ready()
  await assert.rejects(call('garden__big', { bytes: 50 * 1024 * 1024 }), /^Error: garden /)
  assert.equal(await call('garden__greet', { name: 'Ada' }), 'Hello Ada')
})

test('responses that are no MCP are reported with advice [agent.mcp.not-mcp]', async (t) => {
  const answering = (status: number, type: string) =>
    startMcpWebServer(t, {
      answer(_, response) {
        response.writeHead(status, { 'content-type': type }).end('<h1>Secret page</h1>')
        return true
      },
    })
  const [html, missing, failing, refusing] = await Promise.all([
    answering(200, 'text/html'),
    answering(404, 'text/html'),
    answering(503, 'text/plain'),
    answering(403, 'text/plain'),
  ])
  const { ready, servers } = await startMcpHub(t, {
    html: { url: html.url },
    missing: { url: missing.url },
    failing: { url: failing.url },
    refusing: { url: refusing.url },
  })
  await ready()
  assert.deepEqual(messages(servers.problems()), [
    'html answers with something that is not MCP: check `url` in mcp.json',
    'missing answers 404: check `url` in mcp.json',
    'failing answers 503',
    'refusing refuses the Hub’s requests (403): check `headers` in mcp.json',
  ])
})

function answerInSession(
  session: string,
  { call, headers, body, method }: { call: string | null; headers: object; body: string; method: string },
  response: ServerResponse,
): boolean {
  const { id } = (method === 'POST' ? JSON.parse(body) : {}) as { id?: number }
  const known = (headers as Record<string, unknown>)['mcp-session-id']
  const json = (result: object, more = {}) =>
    response
      .writeHead(200, { 'content-type': 'application/json', ...more })
      .end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  if (call === 'initialize')
    json(
      { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } },
      { 'mcp-session-id': session },
    )
  else if (method !== 'POST') response.writeHead(405).end()
  else if (known !== session) response.writeHead(known ? 404 : 400).end()
  else if (id === undefined) response.writeHead(202).end()
  else if (call === 'tools/list') json({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }] })
  else json({ content: [{ type: 'text', text: `in ${session}` }] })
  return true
}

const callerOf = (name: string) => ({ email: `${name}@example.com`, surface: 'chatapp', groups: [] })

const accepting =
  (email: string, wait: Promise<void>): AskPerson =>
  async () => {
    await wait
    return { action: 'accept', content: { email, guests: 1 } }
  }

test('a server that works for two people at once asks each about their own call [agent.mcp.questions]', async (t) => {
  const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => 'session-1' })
  await createAsking().connect(transport)
  const web = await startMcpWebServer(t, {
    handler: { fetch: (request) => transport.handleRequest(request) },
  })
  const { ready, call } = await startMcpHub(t, { desk: { url: web.url } })
  await ready()
  const both = Promise.withResolvers<void>()
  let asked = 0
  const booking = ['ada', 'bob', 'cem'].map((name) => {
    const accept = accepting(`${name}@example.com`, both.promise)
    const ask: AskPerson = (question, signal) => {
      if (++asked === 3) both.resolve()
      return accept(question, signal)
    }
    return call('desk__book', {}, { caller: callerOf(name), ask })
  })
  const [ada, bob, cem] = await Promise.all(booking)
  assert.match(ada!, /ada@example\.com/)
  assert.match(bob!, /bob@example\.com/)
  assert.match(cem!, /cem@example\.com/)
})

for (const way of ['a program', 'a server at an address'] as const)
  test(`${way} without a call is declined while it works for two people, and both get the reason [agent.mcp.questions]`, async (t) => {
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => 'session-1' })
    await createAsking().connect(transport)
    const web = await startMcpWebServer(t, {
      handler: { fetch: (request) => transport.handleRequest(request) },
    })
    const { ready, call } = await startMcpHub(t, {
      desk: way === 'a program' ? program('asking-stdio', ['--legacy']) : { url: web.url },
    })
    await ready()
    const isAsked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    const accept = accepting('ada@example.com', answer.promise)
    const shown: [string, Parameters<AskPerson>[0]][] = []
    const ada = call(
      'desk__nudge',
      {},
      {
        caller: callerOf('ada'),
        ask: async (question, signal) => {
          shown.push(['ada', question])
          if (question.subject === null) return { action: 'unclear' }
          isAsked.resolve()
          return accept(question, signal)
        },
      },
    )
    await isAsked.promise
    const bob = await call(
      'desk__nudge',
      {},
      {
        caller: callerOf('bob'),
        ask: async (question) => {
          shown.push(['bob', question])
          return { action: 'unclear' }
        },
      },
    )
    assert.match(bob, /"action":"decline".*without naming a call/s)
    assert.doesNotMatch(bob, /Which table/)
    answer.resolve()
    assert.match(await ada, /"email":"ada@example\.com".*without naming a call/s)
    const declined = { server: 'desk', subject: null }
    assert.deepEqual(shown.slice(1), [
      ['ada', declined],
      ['bob', declined],
    ])
  })
