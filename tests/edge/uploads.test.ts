import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import test, { type TestContext } from 'node:test'
import { startTestEdge } from '../support/edge.ts'
import { openRaw, rawRequest } from '../support/raw-http.ts'
import { freePort } from '../support/free-ports.ts'

test('an upload arrives byte for byte, with its length or in chunks as it was sent [edge.uploads]', async (t) => {
  const edge = await startTestEdge(t, {
    chatapp: async (request, response) => {
      const hash = createHash('sha256')
      for await (const chunk of request) hash.update(chunk)
      const { 'content-length': length, 'transfer-encoding': coding } = request.headers
      response.end(JSON.stringify({ sha256: hash.digest('hex'), length, coding }))
    },
  })
  const bytes = randomBytes(3_000_000)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const whole = await fetch(edge.url, { method: 'POST', body: bytes })
  assert.deepEqual(await whole.json(), { sha256, length: '3000000' })
  const chunked = await fetch(edge.url, {
    method: 'PUT',
    body: Readable.toWeb(Readable.from([bytes])),
    duplex: 'half',
  } as RequestInit)
  assert.deepEqual(await chunked.json(), { sha256, coding: 'chunked' })
})

test('an empty body stays empty and keeps its length [edge.uploads]', async (t) => {
  const edge = await startTestEdge(t)
  await rawRequest(edge.port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
  assert.equal(edge.chatapp.received[0]!.headers['content-length'], '0')
  assert.equal(edge.chatapp.received[0]!.headers['transfer-encoding'], undefined)
})

test('an upstream that reads slowly slows the upload down instead of filling memory [edge.backpressure]', async (t) => {
  const TOTAL = 64 * 1024 * 1024
  let release = () => {}
  const edge = await startTestEdge(t, {
    chatapp: (request, response) => {
      release = () => void request.resume().on('end', () => response.end('ok'))
    },
  })
  const upload = httpRequest(`${edge.url}/big`, { method: 'POST', headers: { 'Content-Length': TOTAL } })
  const piece = Buffer.alloc(256 * 1024)
  let accepted = 0
  let stalled = 0
  while (stalled < 20 && accepted < TOTAL) {
    if (upload.writableNeedDrain) {
      stalled++
      await new Promise((resolve) => setTimeout(resolve, 5))
    } else {
      stalled = 0
      accepted += piece.length
      upload.write(piece)
    }
  }
  assert.ok(accepted < TOTAL / 2, `the edge took ${accepted} bytes for an upstream that read nothing`)
  release()
  while (accepted < TOTAL) {
    accepted += piece.length
    if (!upload.write(piece)) await once(upload, 'drain')
  }
  upload.end()
  const [response] = await once(upload, 'response')
  assert.equal(response.statusCode, 200)
  response.resume()
})

test('an answer that comes before the upload has ended reaches the client [edge.early-answer]', async (t) => {
  const edge = await startTestEdge(t, {
    chatapp: (_, response) => response.writeHead(413, { Connection: 'close' }).end('too large'),
  })
  const client = await openRaw(edge.port)
  client.send(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(1000)}`)
  assert.match(await client.until('too large'), /^HTTP\/1\.1 413 /)
  client.socket.destroy()
})

test('a client that leaves within its upload ends the upstream’s request [edge.client-abort]', async (t) => {
  let aborted = () => {}
  const seen = new Promise<void>((resolve) => (aborted = resolve))
  let arrived = () => {}
  const arriving = new Promise<void>((resolve) => (arrived = resolve))
  const edge = await startTestEdge(t, {
    chatapp: (request) => void request.on('error', aborted).once('data', arrived),
  })
  const client = await openRaw(edge.port)
  client.send('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf')
  await arriving
  client.socket.destroy()
  await seen
})

test('a client that sends Expect is told to continue once the upstream accepts the body [edge.continue]', async (t) => {
  const edge = await startTestEdge(t, {
    chatapp: (request, response) => void request.pipe(response),
  })
  const client = await openRaw(edge.port)
  client.send(
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n',
  )
  await client.until('HTTP/1.1 100 Continue\r\n\r\n')
  client.send('body')
  assert.match(await client.closed(), /HTTP\/1\.1 200 OK\r\n[^]*body/)
  assert.equal(edge.chatapp.received[0]!.headers['expect'], undefined)
})

test('a client that asks first is spared the upload when the upstream is away [edge.continue]', async (t) => {
  const edge = await startTestEdge(t, { chatappUrl: `http://127.0.0.1:${await freePort()}` })
  const { answer } = await rawRequest(
    edge.port,
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n',
  )
  assert.match(answer, /^HTTP\/1\.1 502 /)
})

/** Reads a request's head, responds, and closes with unread bytes, so that the kernel resets the connection. */
async function startHastyUpstream(t: TestContext, answer: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.pause()
      socket.write(answer, () => socket.destroy())
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Sends the whole request before it reads, as many programs do. */
async function sendWhole(port: number, head: string, body: Buffer): Promise<string> {
  const client = await openRaw(port)
  client.socket.pause()
  client.send(head)
  await new Promise<void>((resolve) => client.socket.write(body, () => resolve()))
  client.socket.resume()
  await client.until('\r\n\r\n')
  client.socket.end()
  return client.closed()
}

const LARGE = Buffer.alloc(24 * 1024 * 1024, 'x')
const CHUNKED = Buffer.concat([
  Buffer.from(`${LARGE.length.toString(16)}\r\n`),
  LARGE,
  Buffer.from('\r\n0\r\n\r\n'),
])

test('an upstream that refuses early and resets the connection is heard [edge.early-answer]', async (t) => {
  const body = '{"detail":"The file is too large."}'
  const refusal = `HTTP/1.1 413 Payload Too Large\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`
  const edge = await startTestEdge(t, { chatappUrl: await startHastyUpstream(t, refusal) })
  const length = `Content-Length: ${LARGE.length}\r\n\r\n`
  for (const [head, bytes] of [
    [`POST / HTTP/1.1\r\nHost: a\r\n${length}`, LARGE],
    [`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${length}`, LARGE],
    [`POST / HTTP/1.0\r\nHost: a\r\n${length}`, LARGE],
    ['POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n', CHUNKED],
  ] as const)
    for (let count = 0; count < 4; count++) {
      const answer = await sendWhole(edge.port, head, bytes)
      assert.match(answer, /^HTTP\/1\.1 413 [^]*too large/, head)
    }
  assert.deepEqual(edge.events, [])
})

test('an upstream that resets the connection without an answer is a failure as ever [edge.early-answer]', async (t) => {
  const edge = await startTestEdge(t, { chatappUrl: await startHastyUpstream(t, 'HTTP/1.1 413 Pay') })
  const answer = await sendWhole(
    edge.port,
    `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${LARGE.length}\r\n\r\n`,
    LARGE,
  )
  assert.match(answer, /^HTTP\/1\.1 502 [^]*upstream_failed/)
  assert.deepEqual(edge.events, ['upstreamBroke'])
})

test('a connection ends behind an early answer, so that no request within the rest of the body is read [edge.early-answer]', async (t) => {
  const edge = await startTestEdge(t, {
    chatapp: (_, response) => void response.writeHead(413).end('too large'),
  })
  for (const framing of [`Content-Length: ${LARGE.length}`, 'Transfer-Encoding: chunked']) {
    const client = await openRaw(edge.port)
    client.send(`POST /first HTTP/1.1\r\nHost: a\r\n${framing}\r\n\r\n`)
    await client.until('too large')
    const next = 'POST /next HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n'
    client.send(next + 'x'.repeat(100_000))
    assert.match(
      await client.closed(),
      /^HTTP\/1\.1 413 [^]*\r\nConnection: close\r\n[^]*too large(?!.*HTTP)/s,
    )
  }
  assert.deepEqual(
    edge.chatapp.received.map(({ target }) => target),
    ['/first', '/first'],
  )
})

test('a connection goes on behind a short body that arrived with its head [edge.early-answer]', async (t) => {
  const edge = await startTestEdge(t)
  const client = await openRaw(edge.port)
  const refused = 'POST /webhooks/none HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody'
  client.send(`${refused}GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  assert.match(await client.closed(), /^HTTP\/1\.1 404 [^]*HTTP\/1\.1 200 /)
})
