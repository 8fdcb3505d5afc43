import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import test from 'node:test'
import { startTestEdge, type TestEdge } from '../support/edge.ts'
import { openRaw, rawRequest } from '../support/raw-http.ts'
import { freePort } from '../support/free-ports.ts'

const upgrade = (more = '') =>
  `GET /ws/socket.io/?EIO=4 HTTP/1.1\r\nHost: hub.test\r\nConnection: keep-alive, Upgrade\r\nUpgrade: websocket\r\n` +
  `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n${more}\r\n`

const AGREED =
  'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n'

function acceptNext(
  { chatapp }: TestEdge,
  answer = AGREED,
): Promise<{ request: IncomingMessage; socket: Duplex; head: Buffer }> {
  return new Promise((resolve) =>
    chatapp.server.once('upgrade', (request, socket, head) => {
      socket.on('error', () => {})
      socket.write(answer)
      resolve({ request, socket, head })
    }),
  )
}

test('a websocket is relayed in both directions, early bytes included [edge.websocket]', async (t) => {
  const edge = await startTestEdge(t)
  const accepting = acceptNext(edge, `${AGREED}hello from above`)
  const client = await openRaw(edge.port)
  client.send(`${upgrade()}early bytes`)
  const { request, socket } = await accepting
  assert.equal(request.url, '/ws/socket.io/?EIO=4')
  assert.equal(String((await once(socket, 'data'))[0]), 'early bytes')
  assert.match(
    await client.until('hello from above'),
    /^HTTP\/1\.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK\+xOo=\r\n\r\nhello from above$/,
  )
  client.send('ping')
  assert.equal(String((await once(socket, 'data'))[0]), 'ping')
  socket.write('pong')
  await client.until('pong')
  client.socket.destroy()
})

test('a websocket request is cleaned like any other [edge.websocket-headers]', async (t) => {
  const edge = await startTestEdge(t)
  const accepting = acceptNext(edge)
  const client = await openRaw(edge.port)
  client.send(
    upgrade(
      'X-ChatApp-User-Email: mallory@evil.test\r\nX_Svc_User: mallory\r\nX-Forwarded-For: 9.9.9.9\r\nCookie: token=kept\r\n',
    ),
  )
  const { request } = await accepting
  assert.ok(!request.rawHeaders.some((value) => /mallory|9\.9\.9\.9/.test(value)))
  assert.equal(request.headers['x-forwarded-for'], '127.0.0.1')
  assert.equal(request.headers['sec-websocket-key'], 'dGhlIHNhbXBsZSBub25jZQ==')
  assert.equal(request.headers.cookie, 'token=kept')
  assert.equal(request.headers.host, 'hub.test')
  client.socket.destroy()
})

test('a websocket request is held to the same target rules [edge.websocket-headers]', async (t) => {
  const edge = await startTestEdge(t)
  const { status } = await rawRequest(edge.port, upgrade().replace('/ws/socket.io/', '/ws/%2e%2e/v1'))
  assert.equal(status, 400)
  assert.equal(edge.chatapp.received.length, 0)
})

test('an upstream that refuses a websocket answers in its own words, and the connection ends [edge.websocket-refused]', async (t) => {
  const edge = await startTestEdge(t, {
    chatapp: (_, response) => response.writeHead(403, { 'X-Reason': 'origin' }).end('not you'),
  })
  // Bytes after the request must not reach the upstream, because they would be an unchecked request.
  const { status, answer } = await rawRequest(
    edge.port,
    `${upgrade()}GET /../v1 HTTP/1.1\r\nHost: a\r\nX-Svc-User: m\r\n\r\n`,
  )
  assert.equal(status, 403)
  assert.match(answer, /\r\nX-Reason: origin\r\n[^]*not you/)
  assert.match(answer, /\r\nConnection: close\r\n/)
  assert.equal(edge.chatapp.received.length, 1)
})

test('a websocket to an unavailable upstream gets 502 [edge.websocket-unreachable]', async (t) => {
  const edge = await startTestEdge(t, { chatappUrl: `http://127.0.0.1:${await freePort()}` })
  const { status, answer } = await rawRequest(edge.port, upgrade())
  assert.equal(status, 502)
  assert.match(answer, /upstream_unreachable/)
})

test('a client that ends its direction first still receives [edge.websocket-half-close]', async (t) => {
  const edge = await startTestEdge(t)
  const accepting = acceptNext(edge)
  const client = await openRaw(edge.port)
  client.send(upgrade())
  const { socket } = await accepting
  await client.until('\r\n\r\n')
  socket.resume()
  const upstreamSawEnd = once(socket, 'end')
  client.socket.end('last words')
  await upstreamSawEnd
  socket.write('still here')
  await client.until('still here')
  socket.end()
  await client.closed()
})

test('an upstream that ends its direction first still receives [edge.websocket-half-close]', async (t) => {
  const edge = await startTestEdge(t)
  const accepting = acceptNext(edge)
  const client = await openRaw(edge.port)
  client.send(upgrade())
  const { socket } = await accepting
  socket.end('goodbye')
  await client.closed({ keep: true })
  assert.match(client.text(), /goodbye$/)
  client.send('one more thing')
  assert.equal(String((await once(socket, 'data'))[0]), 'one more thing')
  const ended = once(socket, 'end')
  client.socket.end()
  await ended
})

test('either side breaking off ends the other [edge.websocket-abort]', async (t) => {
  const edge = await startTestEdge(t)
  for (const breaker of ['client', 'upstream'] as const) {
    const accepting = acceptNext(edge)
    const client = await openRaw(edge.port)
    client.send(upgrade())
    const { socket } = await accepting
    await client.until('\r\n\r\n')
    socket.resume()
    if (breaker === 'client') {
      const ended = once(socket, 'end')
      client.socket.resetAndDestroy()
      await ended
    } else {
      ;(socket as Socket).resetAndDestroy()
      await client.closed()
    }
  }
})

test('a silent websocket is cut after the idle limit [edge.idle]', async (t) => {
  const edge = await startTestEdge(t, { limits: { idleMs: 200 } })
  const accepting = acceptNext(edge)
  const client = await openRaw(edge.port)
  client.send(upgrade())
  const { socket } = await accepting
  socket.resume()
  await Promise.all([client.closed(), once(socket, 'end')])
})

test('a request to upgrade to anything else is answered as the plain request it also is [edge.other-upgrades]', async (t) => {
  const edge = await startTestEdge(t)
  const h2c =
    'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n'
  const { status } = await rawRequest(edge.port, h2c)
  assert.equal(status, 200)
  const { headers } = edge.chatapp.received[0]!
  assert.deepEqual([headers.upgrade, headers['http2-settings']], [undefined, undefined])
})
