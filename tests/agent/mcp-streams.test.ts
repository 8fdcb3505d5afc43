import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test, type TestContext } from 'node:test'
import type { ToolProgress } from '#core/agent/tools/tool.ts'
import { startTestAgent } from '../support/agent.ts'
import { manualClock } from '../support/manual-clock.ts'
import { startMcpHub } from '../support/mcp-hub.ts'
import { startMcpWebServer, type SeenRequest } from '../support/mcp-web-server.ts'
import { calls, says, startUpstream } from '../support/upstream.ts'

type Seen = SeenRequest & { body: string }

async function startOlderServer(
  t: TestContext,
  on: {
    call(seen: Seen, response: ServerResponse, id: number, session: string | undefined): unknown
    get?(seen: Seen, response: ServerResponse): unknown
    tools?(): object[]
    session?(): string | undefined
  },
) {
  const web = await startMcpWebServer(t, {
    answer(seen, response) {
      if (seen.method === 'GET' && seen.headers['last-event-id'] !== undefined && on.get) {
        on.get(seen, response)
        return true
      }
      if (seen.method !== 'POST') return response.writeHead(405).end() && true
      const { id } = JSON.parse(seen.body) as { id?: number }
      const session = seen.headers['mcp-session-id'] as string | undefined
      if (seen.call === 'initialize') {
        const serverInfo = { name: 's', version: '1' }
        const result = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo }
        json(response, id, result, on.session?.() === undefined ? {} : { 'mcp-session-id': on.session() })
      } else if (seen.call === 'server/discover') response.writeHead(400).end()
      else if (id === undefined) response.writeHead(202).end()
      else if (seen.call === 'tools/list')
        json(response, id, { tools: on.tools?.() ?? [tool('echo'), tool('other')] })
      else on.call(seen, response, id, session)
      return true
    },
  })
  const hub = await startMcpHub(t, { s: { url: web.url } })
  await hub.ready()
  const count = (name: string) => web.requests.filter(({ call }) => call === name).length
  const gets = () => web.requests.filter(({ headers }) => headers['last-event-id'] !== undefined)
  return { ...hub, web, count, gets }
}

const tool = (name: string, annotations = {}) => ({ name, inputSchema: { type: 'object' }, annotations })
const textResult = (text: string) => ({ content: [{ type: 'text', text }] })
const json = (response: ServerResponse, id: number | undefined, result: object, headers = {}) =>
  response
    .writeHead(200, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify({ jsonrpc: '2.0', id, result }))
const stream = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })
const event = (id: number, text: string) =>
  `data: ${JSON.stringify({ jsonrpc: '2.0', id, result: textResult(text) })}\n\n`
function progressOf(body: string, progress: object): string {
  const { params } = JSON.parse(body) as { params: { _meta: { progressToken: number } } }
  const { _meta: about } = params
  const message = { jsonrpc: '2.0', method: 'notifications/progress', params: { ...about, ...progress } }
  return `data: ${JSON.stringify(message)}\n\n`
}
const cut = (response: ServerResponse, last: string) =>
  response.write(last, () => setImmediate(() => response.destroy()))

for (const [name, status, body] of [
  ['404', 404, ''],
  ['400 of a Python server', 400, 'Bad Request: No valid session ID provided'],
  [
    '400 of a JavaScript server',
    400,
    '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: Server not initialized"},"id":null}',
  ],
  ['503 of a proxy', 503, 'session not found'],
] as const)
  test(`calls at the same time that a server refuses with ${name}, as it forgot the session, share a new one [agent.mcp.session]`, async (t) => {
    let session = 'first'
    const server = await startOlderServer(t, {
      session: () => session,
      tools: () => [tool('echo'), tool(session)],
      call: (_, response, id, given) =>
        given === session ? json(response, id, textResult(session)) : response.writeHead(status).end(body),
    })
    assert.equal(await server.call('s__echo'), 'first')
    session = 'second'
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => server.call('s__echo')))
    assert.deepEqual(answers, Array(5).fill('second'))
    assert.equal(server.count('initialize'), 2)
    assert.ok(server.tool('s__second'), 'its changed list was read')
  })

test('a call that is refused again after a new session fails, and a refusal about something else is not repeated [agent.mcp.session]', async (t) => {
  const server = await startOlderServer(t, {
    session: () => 'never',
    call: ({ body }, response) =>
      body.includes('"other"')
        ? response.writeHead(503).end('overloaded')
        : response.writeHead(400).end('Bad Request: No valid session ID provided'),
  })
  await assert.rejects(server.call('s__echo'), /^Error: s answers 400/)
  assert.equal(server.count('tools/call'), 2)
  await assert.rejects(server.call('s__other'), /^Error: s answers 503/)
  assert.equal(server.count('tools/call'), 3)
})

test('words about a session in an answer repeat only calls that may run twice [agent.mcp.session]', async (t) => {
  let session: string | undefined = 'one'
  const server = await startOlderServer(t, {
    session: () => session,
    tools: () => [tool('reads', { readOnlyHint: true }), tool('writes')],
    call: (_, response, id) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32000,"message":"Session not found"}}`),
  })
  const callsAfter = async (name: string) => {
    await assert.rejects(server.call(name), { message: 's: Session not found' })
    return server.count('tools/call')
  }
  assert.equal(await callsAfter('s__reads'), 2)
  assert.equal(await callsAfter('s__writes'), 3)
  session = undefined
  assert.equal(await callsAfter('s__reads'), 4, 'without a session it can only be one of the tool')
  assert.equal(await callsAfter('s__reads'), 5)
  assert.equal(server.count('initialize'), 4, 'nor is it a reason to connect again')
})

test('a stream that breaks behind an event with an id is resumed there [agent.mcp.resumed]', async (t) => {
  let id = 0
  let tries = 0
  const server = await startOlderServer(t, {
    session: () => 'one',
    call(_, response, given) {
      id = given
      cut(stream(response), `id: e1\nretry: 5\ndata:\n\nid: e2\n${event(id, 'half').slice(0, 30)}`)
    },
    get(_, response) {
      tries++
      if (tries === 1) response.writeHead(500).end()
      else if (tries === 2) cut(stream(response), 'id: e3→\ndata:\n\n')
      else if (tries === 3) stream(response).end(': nothing yet\n\n')
      else stream(response).end(event(id, 'whole'))
    },
  })
  assert.equal(await server.call('s__echo'), 'whole')
  const bytes = (text: string) => Buffer.from(text).toString('latin1')
  assert.deepEqual(
    server.gets().map(({ headers }) => headers['last-event-id']),
    ['e1', 'e1', bytes('e3→'), bytes('e3→')],
  )
  for (const { headers } of server.gets()) {
    assert.equal(headers['mcp-session-id'], 'one')
    assert.equal(headers['mcp-protocol-version'], '2025-06-18')
    assert.equal(headers['content-type'], undefined)
  }
  assert.equal(server.count('tools/call'), 1)
})

for (const [name, first, rest, tries] of [
  ['without an id', ': hello\n\n', 200, 0],
  ['with an id, on a server that has forgotten it', 'id: e1\nretry: 1\ndata:\n\n', 404, 1],
  ['with an id, on a server that stays down', 'id: e1\nretry: 1\ndata:\n\n', 503, 5],
] as const)
  for (const [how, end] of [
    ['breaks', cut],
    ['ends', (response: ServerResponse, last: string) => response.end(last)],
  ] as const)
    test(`a stream that ${how} before its answer ${name}, fails its call alone and says that it may have run [agent.mcp.resumed]`, async (t) => {
      const waiting: (() => void)[] = []
      const server = await startOlderServer(t, {
        call({ body }, response, id) {
          if (body.includes('"other"')) waiting.push(() => json(response, id, textResult('well')))
          else end(stream(response), first)
        },
        get: (_, response) => response.writeHead(rest).end(),
      })
      const other = server.call('s__other')
      while (waiting.length === 0) await new Promise(setImmediate)
      await assert.rejects(
        server.call('s__echo'),
        /^Error: s closed the connection during its answer, and the call may have run/,
      )
      waiting[0]!()
      assert.equal(await other, 'well')
      assert.equal(server.gets().length, tries)
      assert.equal(server.count('tools/call'), 2)
    })

test('a JSON answer that breaks off fails its call and says that it may have run [agent.mcp.resumed]', async (t) => {
  const server = await startOlderServer(t, {
    call: (_, response) =>
      cut(
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 999 }),
        '{"jsonrpc":',
      ),
  })
  await assert.rejects(
    server.call('s__echo'),
    /^Error: s closed the connection during its answer, and the call may have run/,
  )
  assert.equal(server.count('tools/call'), 1)
})

test('a cancelled call no longer asks for the rest of its stream [agent.mcp.resumed]', async (t) => {
  const stop = new AbortController()
  const server = await startOlderServer(t, {
    call: (_, response) => cut(stream(response), 'id: e1\nretry: 1\ndata:\n\n'),
    get(_, response) {
      stop.abort()
      stream(response).end(': nothing yet\n\n')
    },
  })
  await assert.rejects(server.call('s__echo', {}, { signal: stop.signal }))
  while (server.count('notifications/cancelled') === 0) await new Promise(setImmediate)
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate)
  const before = server.gets().length
  await new Promise((resolve) => setTimeout(resolve, 50))
  assert.equal(server.gets().length, before)
})

test('progress of a call is reported while it runs, without its secrets [agent.mcp.progress]', async (t) => {
  const reports: ToolProgress[] = []
  const server = await startOlderServer(t, {
    call({ body }, response, id) {
      const report = (progress: object) => progressOf(body, progress)
      stream(response).end(
        report({ progress: 1, total: null, message: null }) +
          report({ progress: 2, total: 3, message: 'watering\nbeds' }) +
          event(id, 'done'),
      )
    },
  })
  assert.equal(await server.call('s__echo', {}, { progress: (report) => void reports.push(report) }), 'done')
  assert.deepEqual(reports, [{ done: 1 }, { done: 2, total: 3, message: 'watering beds' }])
})

test('a tool with an invalid header is left out with the reason, and the others are offered [agent.mcp.headers]', async (t) => {
  const bad = { type: 'object', properties: { a: { type: 'string', 'x-mcp-header': 'a b' } } }
  const web = await startMcpWebServer(t, {
    answer({ call, body }, response) {
      if (call !== 'tools/list') return false
      const { id } = JSON.parse(body) as { id: number }
      const annotated = { ...tool('bad'), inputSchema: bad }
      const broken = { ...tool('mended'), title: null, annotations: null, outputSchema: null }
      json(response, id, { tools: [annotated, broken, { name: 3 }, null, tool('good')], nextCursor: null })
      return true
    },
  })
  const { ready, servers } = await startMcpHub(t, { s: { url: web.url } })
  await ready()
  assert.deepEqual(
    servers.tools().map(({ name }) => name),
    ['s__mended', 's__good'],
  )
  assert.deepEqual(
    servers.problems().map(({ message }) => message),
    [
      's its tool “bad” can’t be used: `x-mcp-header` of “a” has characters that a header’s name cannot have: "a b"',
      's it has a tool without a name',
      's it has a tool without a name',
    ],
  )
})

test('a running call shows its progress in its title, and progress gives an outside tool more time [agent.tools.progress]', async (t) => {
  await using upstream = await startUpstream()
  const clock = manualClock()
  upstream.script(calls({ name: 's__echo', input: '{}' }), says('ok'))
  const steps: (() => void)[] = []
  const server = await startOlderServer(t, {
    call({ body }, response, id) {
      stream(response)
      for (const progress of [1, 2])
        steps.push(() => response.write(progressOf(body, { progress, total: 2, message: 'beds' })))
      steps.push(() => response.end(event(id, 'done')))
    },
  })
  const agent = await startTestAgent(t, {
    upstream: upstream.url,
    clock,
    deps: { sources: [server.servers], limits: { toolTimeoutMs: 1000 } },
  })
  const titles: string[] = []
  for await (const made of agent.stream('go')) {
    if (made.type !== 'tool') continue
    titles.push(`${made.state} ${made.title}`)
    while (steps.length === 0 && made.state === 'running') await new Promise(setImmediate)
    if (titles.length > 1) clock.advance(900)
    steps.shift()?.()
  }
  assert.deepEqual(titles, [
    'running s: echo',
    'running s: echo (1 of 2: beds)',
    'running s: echo (2 of 2: beds)',
    'done s: echo',
  ])
})
