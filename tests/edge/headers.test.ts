import assert from 'node:assert/strict'
import test from 'node:test'
import type { ReceivedRequest } from '../support/recording-server.ts'
import { startTestEdge } from '../support/edge.ts'
import { rawRequest } from '../support/raw-http.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const names = ({ rawHeaders }: ReceivedRequest) =>
  rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase())

test('headers that only our processes may send are removed, in every spelling [edge.strip-identity]', async (t) => {
  const edge = await startTestEdge(t)
  await rawRequest(
    edge.port,
    [
      'GET /portal/api/me HTTP/1.1',
      'Host: hub.test',
      'X-Svc-User: mallory@evil.test',
      'x-svc-chat-id: 1',
      'X_SVC_USER: mallory@evil.test',
      'x-ChatApp-User-Email: mallory@evil.test',
      'X-Chatapp_User-Role: admin',
      'X_ChatApp_User_Id: 1',
      'X-OpenWebUI-User-Email: mallory@evil.test',
      'X-Service: kept',
      'Cookie: token=kept',
      'Connection: close, X-Svc-User',
      '\r\n',
    ].join('\r\n'),
  )
  const [received] = edge.bridge.received
  assert.deepEqual(
    names(received!).filter((name) => /^x[-_](svc|chatapp|openwebui)/.test(name)),
    [],
  )
  assert.equal(received!.headers['x-service'], 'kept')
  assert.equal(received!.headers['cookie'], 'token=kept')
})

test('trailers do not reach the upstream [edge.strip-identity]', async (t) => {
  let trailers: unknown = null
  const edge = await startTestEdge(t, {
    chatapp: (request, response) =>
      request.resume().on('end', () => {
        trailers = request.rawTrailers
        response.end('ok')
      }),
  })
  const head =
    'POST /api/x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTrailer: X-Svc-User\r\nConnection: close'
  const { status } = await rawRequest(edge.port, `${head}\r\n\r\n2\r\nhi\r\n0\r\nX-Svc-User: mallory\r\n\r\n`)
  assert.equal(status, 200)
  assert.deepEqual(trailers, [])
  assert.ok(!names(edge.chatapp.received[0]!).includes('trailer'))
})

test('headers of the client’s connection, and those that Connection names, stay behind [edge.hop-by-hop]', async (t) => {
  const edge = await startTestEdge(t)
  await rawRequest(
    edge.port,
    [
      'GET / HTTP/1.1',
      'Host: hub.test',
      'Connection: close, X-Hop, Host',
      'connection: x-second',
      'X-Hop: 1',
      'X-Second: 1',
      'Keep-Alive: timeout=5',
      'Proxy-Connection: close',
      'Proxy-Authorization: Basic x',
      'TE: trailers',
      'Upgrade: h2c',
      'X-Kept: 1',
      '\r\n',
    ].join('\r\n'),
  )
  const received = names(edge.chatapp.received[0]!)
  for (const name of [
    'x-hop',
    'x-second',
    'keep-alive',
    'proxy-connection',
    'proxy-authorization',
    'te',
    'upgrade',
  ])
    assert.ok(!received.includes(name), name)
  assert.ok(received.includes('x-kept'))
  assert.equal(edge.chatapp.received[0]!.headers.host, 'hub.test')
})

const UPSTREAM_HEADERS = [
  ['Set-Cookie', 'a=1'],
  ['X-Hop', '1'],
  ['Set-Cookie', 'b=2'],
  ['Connection', 'close, x-hop'],
  ['Proxy-Authenticate', 'Basic'],
  ['Keep-Alive', 'timeout=1'],
  ['X-Text', 'caf\xe9'],
]

test('headers of the upstream’s connection are dropped; all others are forwarded in order, repeated ones too [edge.hop-by-hop]', async (t) => {
  const edge = await startTestEdge(t, {
    chatapp: (_, response) => response.writeHead(200, 'Fine', UPSTREAM_HEADERS.flat()).end('ok'),
  })
  const { answer } = await rawRequest(edge.port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  assert.match(answer, /^HTTP\/1\.1 200 Fine\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-Text: caf\xe9\r\n/)
  assert.doesNotMatch(answer, /x-hop|proxy-authenticate|timeout=1/i)
})

test('only the edge states the client’s address and protocol [edge.forwarded]', async (t) => {
  const edge = await startTestEdge(t, { publicProtocol: 'https' })
  await fetch(`${edge.url}/`, {
    headers: {
      'X-Forwarded-For': '9.9.9.9',
      X_Forwarded_Host: 'evil.test',
      'X-Forwarded-Proto': 'gopher',
      'X-Forwarded-User': 'root',
      'X-Real-IP': '9.9.9.9',
      Forwarded: 'for=9.9.9.9',
    },
  })
  const { rawHeaders, headers } = edge.chatapp.received[0]!
  assert.equal(headers['x-forwarded-for'], '127.0.0.1')
  assert.equal(headers['x-forwarded-host'], `127.0.0.1:${edge.port}`)
  assert.equal(headers['x-forwarded-proto'], 'https')
  assert.equal(headers.host, `127.0.0.1:${edge.port}`)
  assert.ok(!rawHeaders.some((value) => /9\.9\.9\.9|evil|gopher|root/.test(value)))
})

test('trace context passes, and a request without an id gets one [edge.request-id]', async (t) => {
  const edge = await startTestEdge(t)
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  await fetch(`${edge.url}/`, { headers: { traceparent } })
  await fetch(`${edge.url}/`, { headers: { 'X-Request-ID': 'mine' } })
  const [first, second] = edge.chatapp.received
  assert.equal(first!.headers['traceparent'], traceparent)
  assert.match(String(first!.headers['x-request-id']), UUID)
  assert.equal(second!.headers['x-request-id'], 'mine')
})

test('no request id is added to a webhook delivery, and the sender’s own passes [edge.request-id-webhooks]', async (t) => {
  const edge = await startTestEdge(t)
  await fetch(`${edge.url}/webhooks/garden/webhook`, { method: 'POST', body: '{}' })
  await fetch(`${edge.url}/webhooks/garden/webhook`, {
    method: 'POST',
    body: '{}',
    headers: { 'X-Request-Id': 'd-1' },
  })
  const [first, second] = edge.inbound.received
  assert.equal(first!.headers['x-request-id'], undefined)
  assert.equal(second!.headers['x-request-id'], 'd-1')
})
