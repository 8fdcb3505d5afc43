import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:net'
import test, { type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { onlyHub } from '#surfaces/edge/hubs.ts'
import { manualClock } from '../support/manual-clock.ts'
import { movingHubs, startTestEdge, type TestEdgeOptions } from '../support/edge.ts'
import { openRaw, rawRequest } from '../support/raw-http.ts'
import { startRecordingServer } from '../support/recording-server.ts'

const MANAGED: Record<string, boolean> = { ash: true, birch: false }

async function startLockingEdge(t: TestContext, options: TestEdgeOptions = {}, managed = MANAGED) {
  const answers = { status: 200 }
  const answer: RequestListener = (request, response) => {
    if (request.url !== '/v1/hubs' || request.headers.authorization !== 'Bearer sesame')
      return void response.writeHead(401).end()
    const data = Object.entries(managed).map(([id, isManaged]) => ({ id, managed: isManaged }))
    response.writeHead(answers.status).end(JSON.stringify({ data }))
  }
  const bridge = await startRecordingServer(t, answer)
  const hubs = movingHubs(
    ['ash', 'birch'].map((slug) => ({
      slug,
      bridge: bridge.url,
      inbound: null,
      mcp: false,
      mcpSignIn: false,
    })),
  )
  const bodies: string[] = []
  const chatapp: RequestListener = async (request, response) => {
    bodies.push(Buffer.concat(await request.toArray()).toString())
    response.end('done')
  }
  const clock = manualClock()
  const edge = await startTestEdge(t, {
    isGateway: true,
    hubs,
    bridgeKey: 'sesame',
    chatapp,
    clock,
    ...options,
  })
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
    const answered = await fetch(edge.url + path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(text !== undefined && { body: text }),
    })
    return answered.status
  }
  return { edge, bridge, hubs, bodies, clock, answers, send }
}

test('a managed Hub’s model is locked wherever its id stands, and others are not [edge.model-lock]', async (t) => {
  const { send, edge, bodies } = await startLockingEdge(t)
  const refused: [string, string, unknown?][] = [
    ['POST', '/api/v1/models/create', { id: 'ash', name: 'Ash' }],
    ['POST', '/api/v1/models/create', { id: 'mine', base_model_id: 'ash' }],
    ['POST', '/api/v1/models/model/update?id=ash', { name: 'x' }],
    ['POST', '/api/v1/models/model/update', { id: 'ash', access_grants: [] }],
    ['POST', '/api/v1/models/model/toggle?id=ash'],
    ['POST', '/api/v1/models/model/toggle?id=%61sh'],
    ['POST', '/api/v1/models/model/access/update', { id: 'ash', access_grants: [] }],
    ['POST', '/api/v1/models/model/delete', { id: ' ash ' }],
    ['DELETE', '/api/v1/models/delete/all'],
    ['DELETE', '/api/v1/models/model/ash'],
    ['PUT', '/api/v1/models/ash'],
    ['PATCH', '/api/v1//models/%61sh', {}],
    ['POST', '/api/v1/models/import', { models: [{ id: 'other' }, { id: 'ash' }] }],
    ['POST', '/api/v1/models/import', [['ash']]],
    ['POST', '/api/v1/models/import', { models: [{ model: { id: 'ash' } }] }],
    ['POST', '/api/v1/models/create', { id: { id: 'ash' } }],
    ['POST', '/api/v1/models/sync', { models: [] }],
    ['POST', '/%61pi/v1/models/create', { id: 'ash' }],
    ['POST', '/api/v1/models/create', '{"id": "as\\u0068"}'],
    ['POST', '/api/v1/models/create', '{"id": "mine"'],
    ['POST', '/api/v1/models/model/update', { id: 'team.ash', access_grants: [] }],
    ['POST', '/api/v1/models/create', { id: 'mine', base_model_id: 'our.team.ash' }],
    ['POST', '/api/v1/models/model/toggle?id=team.ash'],
    ['DELETE', '/api/v1/models/model/team.%61sh'],
  ]
  for (const [method, path, body] of refused)
    assert.equal(await send(method, path, body), 403, `${method} ${path} ${JSON.stringify(body)}`)
  assert.equal(edge.chatapp.received.length, 0)

  const allowed: [string, string, unknown?][] = [
    ['GET', '/api/v1/models/tags'],
    ['POST', '/api/v1/models/create', { id: 'mine', name: 'ash', base_model_id: 'birch' }],
    ['POST', '/api/v1/models/model/update?id=birch', { id: 'birch', meta: { description: 'beside ash' } }],
    ['DELETE', '/api/v1/models/model/ashen'],
    ['POST', '/api/v1/models/model/update', { id: 'team.birch', access_grants: [] }],
    ['POST', '/api/v1/models/create', { id: 'ash.other', base_model_id: 'team.birch' }],
    ['POST', '/api/v1/modelsx/create', { id: 'ash' }],
    ['POST', '/api/v1/chats/new', { chat: { models: ['ash'], id: 'ash' } }],
  ]
  for (const [method, path, body] of allowed)
    assert.equal(await send(method, path, body), 200, `${method} ${path} ${JSON.stringify(body)}`)
  assert.equal(bodies[1], JSON.stringify(allowed[1]![2]))
})

test('a request that cannot be understood is locked, and a body passes byte for byte [edge.model-lock]', async (t) => {
  const { send, edge, bodies } = await startLockingEdge(t)
  const json = '{ "id" : "birch",\n "meta": {"x": "\\u00e4"} }'
  assert.equal(await send('POST', '/api/v1/models/create', json), 200)
  assert.equal(bodies[0], json)
  const chunked = `POST /api/v1/models/create HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`
  const inChunks = await rawRequest(edge.port, `${chunked}7\r\n{"id": \r\n7\r\n"oak"} \r\n0\r\n\r\n`)
  assert.match(inChunks.answer, /100 Continue[\s\S]*200 OK/)
  assert.equal(bodies[1], '{"id": "oak"} ')
  assert.equal(await send('POST', '/api/v1/models/create', 'id=birch', { 'content-type': 'text/plain' }), 403)
  const packed = await fetch(`${edge.url}/api/v1/models/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync(json),
  })
  assert.equal(packed.status, 403)
  const deep = '['.repeat(200_000)
  assert.equal(await send('POST', '/api/v1/models/create', deep), 403)
  assert.equal(await send('POST', '/api/v1/models/create', `{"a":${'[1],'.repeat(300_000)}`), 413)
  assert.equal(bodies.length, 2)
})

test('a list of models may be as large as the web chat accepts, and each of its ids counts [edge.model-lock]', async (t) => {
  const { send, bodies } = await startLockingEdge(t)
  const listOf = (mebibytes: number, last: string) => ({
    models: [
      ...Array.from({ length: mebibytes * 16 }, (_, id) => ({ id: `m${id}`, x: 'x'.repeat(65_450) })),
      { id: last },
    ],
  })
  for (const path of ['/api/v1/models/import', '/%61pi/v1/models//Import']) {
    assert.equal(await send('POST', path, listOf(15, 'oak')), 200)
    assert.equal(await send('POST', path, listOf(15, 'ash')), 403)
    assert.equal(await send('POST', path, listOf(17, 'oak')), 413)
  }
  assert.equal(await send('POST', '/api/v1/models/create', listOf(2, 'oak')), 413)
  assert.equal(await send('POST', '/api/v1/models/import', Array(400_000).fill(1)), 413, 'too many values')
  assert.deepEqual(bodies, Array(2).fill(JSON.stringify(listOf(15, 'oak'))))
})

test('without managed Hubs nothing is locked, and a single Hub has no such lock [edge.model-lock]', async (t) => {
  const { send } = await startLockingEdge(t, {}, { ash: false, birch: false })
  assert.equal(await send('POST', '/api/v1/models/create', { id: 'ash' }), 200)
  assert.equal(await send('DELETE', '/api/v1/models/delete/all'), 200)
  const single = await startTestEdge(t, {
    hubs: onlyHub({ slug: 'ash', bridge: 'http://127.0.0.1:9', inbound: null, mcp: false, mcpSignIn: false }),
  })
  const answer = await fetch(`${single.url}/api/v1/models/create`, { method: 'POST', body: '{"id":"ash"}' })
  assert.equal(answer.status, 200)
})

test('bridges are asked at most once in five seconds, and silence locks all [edge.managed-unknown]', async (t) => {
  const { send, bridge, clock, answers, hubs } = await startLockingEdge(t)
  const change = (id: string) => send('POST', '/api/v1/models/create', { id })
  await Promise.all(Array.from({ length: 20 }, () => change('birch')))
  assert.equal(bridge.received.length, 1)
  clock.advance(5_000)
  answers.status = 500
  assert.deepEqual([await change('birch'), await change('oak')], [403, 403])
  assert.equal(bridge.received.length, 2)
  clock.advance(5_000)
  answers.status = 200
  assert.deepEqual([await change('birch'), await change('ash')], [200, 403])
  clock.advance(5_000)
  hubs.become([{ slug: 'birch', bridge: 'http://127.0.0.1:9', inbound: null, mcp: false, mcpSignIn: false }])
  assert.equal(await change('birch'), 403)
})

test('without any available Hub, the lock cannot be checked, and all changes are locked [edge.managed-unknown]', async (t) => {
  const { send, hubs } = await startLockingEdge(t)
  hubs.become([])
  assert.equal(await send('POST', '/api/v1/models/create', { id: 'birch' }), 403)
  assert.equal(await send('DELETE', '/api/v1/models/delete/all'), 403)
})

test('a Hub that serves and that the store does not know yet counts as managed [edge.managed-unknown]', async (t) => {
  const { send } = await startLockingEdge(t, {}, { birch: false })
  assert.equal(await send('POST', '/api/v1/models/create', { id: 'ash' }), 403)
  assert.equal(await send('POST', '/api/v1/models/create', { id: 'birch' }), 200)
})

test('a change is not made if its sender disconnects while bridges are asked [edge.client-abort]', async (t) => {
  const asked = Promise.withResolvers<() => void>()
  const left = Promise.withResolvers<void>()
  const bridge = await startRecordingServer(t, (_, response) =>
    asked.resolve(() => void response.end('{"data":[]}')),
  )
  const edge = await startTestEdge(t, {
    isGateway: true,
    hubs: onlyHub({ slug: 'ash', bridge: bridge.url, inbound: null, mcp: false, mcpSignIn: false }),
    openServer: () =>
      createServer({ allowHalfOpen: true }, (socket) => socket.once('close', () => left.resolve())),
  })
  const client = await openRaw(edge.port)
  client.send('POST /api/v1/models/model/toggle?id=oak HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n')
  const answer = await asked.promise
  client.socket.destroy()
  await left.promise
  answer()
  assert.equal((await fetch(`${edge.url}/api/v1/models/model/toggle?id=elm`, { method: 'POST' })).status, 200)
  assert.deepEqual(
    edge.chatapp.received.map(({ target }) => target),
    ['/api/v1/models/model/toggle?id=elm'],
  )
})
