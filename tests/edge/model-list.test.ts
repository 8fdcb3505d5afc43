import assert from 'node:assert/strict'
import type { RequestListener, ServerResponse } from 'node:http'
import { test, type TestContext } from 'node:test'
import { startTestEdge } from '../support/edge.ts'
import { rawRequest } from '../support/raw-http.ts'

const MODELS = [
  { id: 'garden', name: 'Gardener' },
  { id: 'orchard', name: 'Orchard' },
  { id: 'fruit', name: 'Fruit', info: { base_model_id: 'orchard' } },
  { id: 'gpt', name: 'Another model', info: { base_model_id: null } },
]
const DECISION = {
  email: 'ann@example.com',
  hubs: [
    { slug: 'garden', allowed: true },
    { slug: 'orchard', allowed: false },
  ],
}

const json = (response: ServerResponse, body: unknown, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json', etag: '"1"', 'x-process-time': '3' })
  response.end(JSON.stringify(body))
}

const start = (t: TestContext, answers: { chatapp?: RequestListener; bridge?: RequestListener } = {}) =>
  startTestEdge(t, {
    chatapp: (_request, response) => json(response, { data: MODELS, more: 1 }),
    bridge: (_request, response) => json(response, DECISION),
    ...answers,
  })

const idsIn = async (answer: Response): Promise<string[]> =>
  ((await answer.json()) as { data: { id: string }[] }).data.map(({ id }) => id)

test('the list holds only the agents that the person may enter, and all that is no Hub [edge.model-list]', async (t) => {
  const edge = await start(t)
  const headers = { cookie: 'token=ann', 'if-none-match': '"1"', 'x-svc-user': 'boss@example.com' }
  for (const path of [
    '/api/models',
    '/api/v1/models',
    '/api/models?refresh=true',
    '/api/mod%65ls',
    '/api//models/',
  ]) {
    const answer = await fetch(edge.url + path, { headers })
    assert.deepEqual(await idsIn(answer), ['garden', 'gpt'], path)
    assert.deepEqual([answer.headers.get('etag'), answer.headers.get('x-process-time')], [null, '3'])
  }
  const [asked] = edge.bridge.received
  assert.equal(asked!.target, '/portal/api/chat-access')
  assert.deepEqual([asked!.headers.cookie, asked!.headers['x-svc-user']], ['token=ann', undefined])
  assert.equal(edge.chatapp.received[0]!.headers['accept-encoding'], 'identity')
})

test('asking for a websocket does not go past it [edge.model-list]', async (t) => {
  const edge = await start(t)
  const { answer } = await rawRequest(
    edge.port,
    'GET /api/models HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  assert.match(answer, /"garden"/)
  assert.doesNotMatch(answer, /orchard/)
})

for (const [trouble, bridge] of Object.entries<RequestListener>({
  'is refused': (_request, response) => json(response, { detail: 'x', code: 'unavailable' }, 503),
  'is no JSON': (_request, response) => response.end('<!doctype html>'),
  'has no Hubs': (_request, response) => json(response, {}),
  'breaks off': (request) => request.socket.destroy(),
}))
  test(`a decision that ${trouble} leaves no list [edge.model-list]`, async (t) => {
    const edge = await start(t, { bridge })
    const answer = await fetch(`${edge.url}/api/models`)
    assert.equal(answer.status, 503)
    assert.deepEqual(await answer.json(), {
      detail: 'Which agents you may use cannot be told right now',
      code: 'entry_unchecked',
    })
    assert.deepEqual(edge.events, ['entryUnchecked'])
  })

test('a list that is not understood is not shown [edge.model-list]', async (t) => {
  for (const body of ['null', '[]', '{"data":{}}', 'x']) {
    const edge = await start(t, { chatapp: (_request, response) => response.end(body) })
    assert.equal((await fetch(`${edge.url}/api/models`)).status, 503, body)
  }
})

test('what the web chat refuses is refused in its words [edge.model-list]', async (t) => {
  const edge = await start(t, {
    chatapp: (_request, response) => json(response, { detail: 'Not authenticated' }, 401),
  })
  const answer = await fetch(`${edge.url}/api/models`)
  assert.deepEqual([answer.status, await answer.json()], [401, { detail: 'Not authenticated' }])
})

test('a web chat that is away is a 502 as ever [edge.model-list]', async (t) => {
  const edge = await start(t)
  await edge.chatapp.close()
  assert.equal((await fetch(`${edge.url}/api/models`)).status, 502)
})
