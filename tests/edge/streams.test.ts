import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import test from 'node:test'
import { startTestEdge } from '../support/edge.ts'
import { openRaw, rawRequest } from '../support/raw-http.ts'

const GET = 'GET /stream HTTP/1.1\r\nHost: a\r\n\r\n'

function handed() {
  const waiting: ((exchange: { request: IncomingMessage; response: ServerResponse }) => void)[] = []
  return {
    listener: (request: IncomingMessage, response: ServerResponse) =>
      waiting.shift()?.({ request, response }),
    next: () =>
      new Promise<{ request: IncomingMessage; response: ServerResponse }>((resolve) => waiting.push(resolve)),
  }
}

test('the head of a stream and each piece arrive as they are sent, before the next [edge.streams]', async (t) => {
  const upstream = handed()
  const edge = await startTestEdge(t, { chatapp: upstream.listener })
  const arriving = upstream.next()
  const client = await openRaw(edge.port)
  client.send(GET)
  const { response } = await arriving
  response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders()
  await client.until('text/event-stream')
  for (const piece of ['data: one\n\n', 'data: two\n\n']) {
    response.write(piece)
    await client.until(piece)
  }
  response.end()
  await client.until('\r\n0\r\n\r\n')
  client.socket.destroy()
})

test('a client that goes away ends the upstream’s work within a second [edge.client-abort]', async (t) => {
  const upstream = handed()
  const edge = await startTestEdge(t, { chatapp: upstream.listener })
  for (const begins of [true, false]) {
    const arriving = upstream.next()
    const client = await openRaw(edge.port)
    client.send(GET)
    const { response } = await arriving
    const ended = once(response, 'close', { signal: AbortSignal.timeout(1_000) })
    if (begins) {
      response.write('data: one\n\n')
      await client.until('data: one')
    }
    client.socket.destroy()
    await ended
  }
})

test('an upstream that breaks off within its answer ends the client’s connection too [edge.upstream-abort]', async (t) => {
  const upstream = handed()
  const edge = await startTestEdge(t, { chatapp: upstream.listener })
  const arriving = upstream.next()
  const client = await openRaw(edge.port)
  client.send(GET)
  const { response } = await arriving
  response.write('data: half')
  await client.until('data: half')
  response.destroy()
  assert.doesNotMatch(await client.closed(), /\r\n0\r\n\r\n/)
  assert.deepEqual(edge.events, ['upstreamBroke'])
})

test('a client that reads slowly slows the upstream down instead of filling memory [edge.backpressure]', async (t) => {
  const TOTAL = 64 * 1024 * 1024
  let sent = 0
  const edge = await startTestEdge(t, {
    chatapp: async (_, response) => {
      response.writeHead(200, { 'Content-Length': TOTAL })
      const piece = Buffer.alloc(256 * 1024)
      while (sent < TOTAL) {
        sent += piece.length
        if (!response.write(piece)) await once(response, 'drain')
      }
      response.end()
    },
  })
  const client = await openRaw(edge.port)
  client.socket.pause()
  client.send(GET)
  await settled(() => sent)
  assert.ok(sent < TOTAL / 2, `the upstream could send ${sent} bytes to a client that read nothing`)
  let read = 0
  client.socket.on('data', (text: string) => (read += text.length))
  client.socket.resume()
  while (read < TOTAL) await once(client.socket, 'data')
  client.socket.destroy()
})

test('an upstream that falls silent within its answer is cut after the idle limit [edge.idle]', async (t) => {
  const edge = await startTestEdge(t, {
    limits: { idleMs: 200 },
    chatapp: (_, response) => void response.write('half'),
  })
  const client = await openRaw(edge.port)
  client.send(GET)
  assert.doesNotMatch(await client.closed(), /\r\n0\r\n\r\n/)
  assert.deepEqual(edge.events, ['upstreamBroke'])
})

test('HEAD, 204 and 304 answers pass with their headers and without a body [edge.no-body]', async (t) => {
  const edge = await startTestEdge(t, {
    chatapp: ({ method, url }, response) => {
      if (method === 'HEAD') response.writeHead(200, { 'Content-Length': 1234 })
      else response.writeHead(Number(url!.slice(1)), { ETag: '"x"' })
      response.end()
    },
  })
  const head = await rawRequest(edge.port, 'HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  assert.match(head.answer, /\r\nContent-Length: 1234\r\n/)
  for (const status of [204, 304]) {
    const got = await rawRequest(edge.port, `GET /${status} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    assert.equal(got.status, status)
    assert.match(got.answer, /\r\nETag: "x"\r\n/)
    assert.match(got.answer, /\r\n\r\n$/)
    assert.doesNotMatch(got.answer, /transfer-encoding/i)
  }
})

test('compressed and ranged answers pass byte for byte [edge.transparent]', async (t) => {
  const bytes = Buffer.from([0x1f, 0x8b, 0, 255, 13, 10, 0, 128])
  const edge = await startTestEdge(t, {
    chatapp: (_, response) =>
      response
        .writeHead(206, { 'Content-Encoding': 'gzip', 'Content-Range': 'bytes 0-7/100', 'Content-Length': 8 })
        .end(bytes),
  })
  const { answer } = await rawRequest(edge.port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  assert.match(answer, /^HTTP\/1\.1 206 /)
  assert.match(answer, /\r\nContent-Encoding: gzip\r\nContent-Range: bytes 0-7\/100\r\n/)
  assert.deepEqual(Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4), 'latin1'), bytes)
})

test('an HTTP/1.0 client gets a stream that ends with its connection [edge.http10]', async (t) => {
  const edge = await startTestEdge(t, {
    chatapp: (_, response) => {
      response.write('one ')
      response.end('two')
    },
  })
  const { status, answer } = await rawRequest(edge.port, 'GET / HTTP/1.0\r\n\r\n')
  assert.equal(status, 200)
  assert.match(answer, /\r\n\r\none two$/)
})

test('interim answers of the upstream are not mistaken for the final one [edge.interim]', async (t) => {
  const edge = await startTestEdge(t, {
    chatapp: (_, response) => {
      response.writeEarlyHints({ link: '</a.css>; rel=preload' })
      response.end('final')
    },
  })
  const answer = await fetch(edge.url)
  assert.equal(answer.status, 200)
  assert.equal(await answer.text(), 'final')
})

async function settled(read: () => number): Promise<void> {
  for (let same = 0, last = -1; same < 20;) {
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setTimeout(resolve, 5))
    same = read() === last && last > 0 ? same + 1 : 0
    last = read()
  }
}
