import assert from 'node:assert/strict'
import type { RequestListener, ServerResponse } from 'node:http'
import { test, type TestContext } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
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

const refusal = (type: string, code: string, detail: string) => ({
  detail,
  code,
  error: { message: detail, type, param: null, code },
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

const TWINS: Record<string, (models: readonly object[]) => unknown> = {
  '/api/v1/models/all': (models) => models,
  '/api/v1/models/base': (models) => models,
  '/api/models/base': (data) => ({ data }),
  '/api/v1/models/list?page=1': (items) => ({ items, total: 4 }),
  '/api/v1/models/export': (models) => models,
  '/openai/models': (data) => ({ object: 'list', data }),
  '/openai/models/0': (data) => ({ data }),
  '/OpenAI/Mod%65ls/0': (data) => ({ data }),
  '/ollama/api/tags': (models) => ({ models }),
  '/ollama/v1/models/1': (data) => ({ data }),
  '/api/v1/users/7b/preview': (items) => ({ groups: [{ id: 'g' }], models: { items, total: items.length } }),
  '/api/v1/groups/id/7b/preview': (items) => ({ group: { id: 'g' }, models: { items, total: items.length } }),
}

test('no other list of the web chat shows them either [edge.model-list]', async (t) => {
  const stored = [
    { id: 'garden' },
    { id: 'orchard', base_model_id: null },
    { id: 'fruit', base_model_id: 'orchard' },
    { name: 'orchard', model: 'orchard' },
    { name: 'orchard' },
    { id: 'gpt', base_model_id: null, name: 'orchard' },
  ]
  const edge = await start(t, {
    chatapp: ({ url }, response) => json(response, TWINS[url!]!(stored)),
  })
  for (const [path, answer] of Object.entries(TWINS)) {
    const shown = await (await fetch(edge.url + path)).json()
    const expected = answer([stored[0]!, stored[5]!]) as { total?: number }
    if (expected.total) expected.total = 0
    assert.deepEqual(shown, expected, path)
  }
})

test('numbers by agent hide them too [edge.model-list]', async (t) => {
  const counts = [{ model_id: 'garden' }, { model_id: 'orchard' }]
  const tokens = [
    { model_id: 'garden', input_tokens: 1, output_tokens: 2, total_tokens: 3 },
    { model_id: 'orchard', input_tokens: 4, output_tokens: 7, total_tokens: 11 },
  ]
  const ratings = counts.map((data, at) => ({ id: `r${at}`, data, meta: {} }))
  const days = (...models: object[]) => ({
    data: models.map((some) => ({ date: '2030-01-01', models: some })),
  })
  const answers: Record<string, [all: unknown, shown: unknown]> = {
    '/api/v1/analytics/models': [{ models: counts }, { models: counts.slice(0, 1) }],
    '/api/v1/analytics/tokens?start_date=1': [
      { models: tokens, total_input_tokens: 5, total_output_tokens: 9, total_tokens: 14 },
      { models: tokens.slice(0, 1), total_input_tokens: 1, total_output_tokens: 2, total_tokens: 3 },
    ],
    '/api/v1/analytics/daily': [days({ garden: 1, orchard: 2 }, { orchard: 1 }), days({ garden: 1 }, {})],
    '/api/v1/evaluations/leaderboard': [{ entries: counts }, { entries: counts.slice(0, 1) }],
    '/api/v1/evaluations/feedbacks/models': [['garden', 'orchard'], ['garden']],
    '/api/v1/evaluations/feedbacks/all/export': [ratings, ratings.slice(0, 1)],
    '/api/v1/evaluations/feedbacks/list?page=1': [
      { items: ratings, total: 2 },
      { items: ratings.slice(0, 1), total: 1 },
    ],
    '/api/v1/evaluations/leaderboard/garden/history': [{ history: [1] }, { history: [1] }],
    '/api/v1/analytics/models/garden/overview': [{ history: [1] }, { history: [1] }],
    '/api/v1/evaluations/leaderboard/orchard/history': [{ history: [1] }, null],
    '/api/v1/analytics/models/orchard/overview': [{ history: [1] }, null],
  }
  const edge = await start(t, { chatapp: ({ url }, response) => json(response, answers[url!]![0]) })
  for (const [path, [, shown]] of Object.entries(answers)) {
    const answer = await fetch(edge.url + path)
    if (shown === null) assert.equal(answer.status, 404, path)
    else assert.deepEqual(await answer.json(), shown, path)
  }
})

test('the prefix of its connection hides no agent that may not be entered [edge.model-list]', async (t) => {
  const data = [
    { id: 'team.garden' },
    { id: 'team.orchard' },
    { id: 'our.team.orchard' },
    { id: 'fruit', info: { base_model_id: 'team.orchard' } },
    { id: 'orchard.one' },
    { id: 'gpt-4.1' },
  ]
  const edge = await start(t, { chatapp: (_request, response) => json(response, { data }) })
  assert.deepEqual(await idsIn(await fetch(`${edge.url}/api/models`)), [
    'team.garden',
    'orchard.one',
    'gpt-4.1',
  ])
})

test('a forbidden agent is not found, and neither are models built on it [edge.model-list]', async (t) => {
  const models: Record<string, object> = {
    orchard: { id: 'orchard', write_access: true },
    fruit: { id: 'fruit', base_model_id: 'orchard' },
    gpt: { id: 'gpt', base_model_id: null },
  }
  const edge = await start(t, {
    chatapp: ({ url }, response) => json(response, models[new URL(url!, 'http://a').searchParams.get('id')!]),
  })
  const ask = async (id: string) => {
    const answer = await fetch(`${edge.url}/api/v1/models/model?id=${id}`)
    return [answer.status, await answer.json()]
  }
  const missing = [404, { detail: 'Not found', code: 'not_found' }]
  assert.deepEqual(await ask('orchard'), missing)
  assert.deepEqual(await ask('fruit'), missing)
  assert.deepEqual(await ask('gpt'), [200, models['gpt']])
})

test('no version of a forbidden agent is shown [edge.model-list]', async (t) => {
  const versions: Record<string, { id: string; model_id: string; snapshot: object }> = {
    orchard: { id: 'v1', model_id: 'orchard', snapshot: { base_model_id: null } },
    fruit: { id: 'v2', model_id: 'fruit', snapshot: { base_model_id: 'orchard' } },
    gpt: { id: 'v3', model_id: 'gpt', snapshot: { base_model_id: null } },
  }
  const edge = await start(t, {
    chatapp({ url }, response) {
      const { pathname, searchParams } = new URL(url!, 'http://a')
      const version = versions[searchParams.get('id')!]
      json(response, pathname.endsWith('/history') ? [version] : version)
    },
  })
  const ask = async (path: string) => (await fetch(`${edge.url}/api/v1/models/model/history${path}`)).json()
  const missing = { detail: 'Not found', code: 'not_found' }
  assert.deepEqual(await ask('?id=orchard'), [])
  assert.deepEqual(await ask('/v1?id=orchard'), missing)
  assert.deepEqual(await ask('/v2?id=fruit'), missing)
  assert.deepEqual(await ask('/v3?id=gpt'), versions['gpt'])
})

test('an address that the web chat does not know has its page [edge.model-list]', async (t) => {
  const edge = await start(t, {
    chatapp: (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<p>chat'),
  })
  assert.equal(await (await fetch(`${edge.url}/openai/models`)).text(), '<p>chat')
})

test('a blocked person is refused the list [edge.model-list]', async (t) => {
  const edge = await start(t, {
    bridge: (_request, response) => json(response, { detail: 'x', code: 'blocked' }, 403),
  })
  const answer = await fetch(`${edge.url}/api/models`)
  assert.deepEqual(
    [answer.status, await answer.json()],
    [403, refusal('permission_error', 'blocked', 'Your account is blocked. Ask an administrator.')],
  )
  assert.deepEqual(edge.events, [])
})

test('a credential that the decision refuses is refused, not called unchecked [edge.model-list]', async (t) => {
  const edge = await start(t, {
    bridge: (_request, response) => json(response, { detail: 'x', code: 'unauthenticated' }, 401),
  })
  const answer = await fetch(`${edge.url}/api/models`)
  assert.deepEqual(
    [answer.status, await answer.json()],
    [401, refusal('authentication_error', 'unauthenticated', 'Sign in, or send a valid API key')],
  )
  assert.deepEqual(edge.events, [])
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
    const detail = 'The list of your agents cannot be checked right now'
    assert.deepEqual(await answer.json(), refusal('service_unavailable', 'entry_unchecked', detail))
    assert.match(answer.headers.get('x-request-id')!, /./)
    assert.deepEqual(edge.events, ['entryUnchecked'])
  })

test('a list that is not understood is not shown [edge.model-list]', async (t) => {
  for (const body of ['null', '7', '{"data":{}}', '{"data":{"orchard":{}},"tags":{"items":[]}}', 'x']) {
    const edge = await start(t, { chatapp: (_request, response) => response.end(body) })
    assert.equal((await fetch(`${edge.url}/api/models`)).status, 503, body)
  }
})

test('a refusal of the web chat keeps its words [edge.model-list]', async (t) => {
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

test('one agent of the list is not found where the person may not enter it [edge.model-list]', async (t) => {
  const edge = await start(t, {
    chatapp: ({ url }, response) => json(response, { id: decodeURIComponent(url!.split('/')[3]!), info: {} }),
  })
  for (const [id, status] of [
    ['garden', 200],
    ['orchard', 404],
    ['orchard%2Fone', 200],
  ] as const)
    assert.equal((await fetch(`${edge.url}/api/models/${id}`)).status, status, id)
})

test('a list that the web chat compressed is filtered, and refused in an unknown encoding [edge.model-list]', async (t) => {
  const whole = Buffer.from(JSON.stringify({ data: MODELS }))
  const encodings: [string, Buffer][] = [
    ['gzip', gzipSync(whole)],
    ['br', brotliCompressSync(whole)],
    ['deflate', deflateSync(whole)],
    ['zstd', zstdCompressSync(whole)],
    ['identity', whole],
  ]
  const answerIn =
    (encoding: string, body: Buffer): RequestListener =>
    (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(body)
  for (const [encoding, body] of encodings) {
    const edge = await start(t, { chatapp: answerIn(encoding, body) })
    const answer = await fetch(`${edge.url}/api/models`)
    assert.equal(answer.headers.get('content-encoding'), null, encoding)
    assert.deepEqual(await idsIn(answer), ['garden', 'gpt'], encoding)
  }
  for (const [encoding, body] of [
    ['gzip, br', gzipSync(brotliCompressSync(whole))],
    ['gzip', whole],
    ['zstd', gzipSync(whole)],
  ] as const) {
    const edge = await start(t, { chatapp: answerIn(encoding, body) })
    const { status, answer } = await rawRequest(
      edge.port,
      'GET /api/models HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    )
    assert.equal(status, 503, encoding)
    assert.doesNotMatch(answer, /orchard/)
  }
})
