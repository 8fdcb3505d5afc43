import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { ServerResponse } from 'node:http'
import test from 'node:test'
import { startTestEdge } from '../support/edge.ts'
import { openRaw } from '../support/raw-http.ts'

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

test('closing refuses new connections and lets a running stream end [edge.close]', async (t) => {
  let running!: ServerResponse
  const edge = await startTestEdge(t, {
    limits: { drainMs: 60_000 },
    chatapp: (_, response) => {
      running = response
      response.write('one ')
    },
  })
  const client = await openRaw(edge.port)
  client.send(GET)
  await client.until('one ')
  const closed = edge.close()
  const [refusal] = await once(connect(edge.port, '127.0.0.1'), 'error')
  assert.equal(refusal.code, 'ECONNREFUSED')
  running.end('two')
  assert.match(await client.closed(), /two\r\n0\r\n\r\n$/)
  await closed
})

test('closing does not wait for connections that are not at work [edge.close]', async (t) => {
  const edge = await startTestEdge(t, { limits: { drainMs: 60_000 } })
  const silent = await openRaw(edge.port)
  const idle = await openRaw(edge.port)
  idle.send(GET)
  await idle.until('from chatapp')
  await Promise.all([edge.close(), silent.closed(), idle.closed()])
})

test('a stream that does not end in time is cut [edge.close]', async (t) => {
  const edge = await startTestEdge(t, {
    limits: { drainMs: 50 },
    chatapp: (_, response) => void response.write('one'),
  })
  const client = await openRaw(edge.port)
  client.send(GET)
  await client.until('one')
  await edge.close()
  assert.doesNotMatch(await client.closed(), /\r\n0\r\n\r\n$/)
})

test('websockets, which have no end of their own, are cut with the last answer [edge.close]', async (t) => {
  const edge = await startTestEdge(t, { limits: { drainMs: 60_000 } })
  edge.chatapp.server.on('upgrade', (_, socket) => {
    socket.on('error', () => {}).resume()
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  })
  const client = await openRaw(edge.port)
  client.send('GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  await client.until('101')
  await Promise.all([edge.close(), client.closed()])
})
