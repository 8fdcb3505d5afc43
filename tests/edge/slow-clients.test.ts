import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import test, { type TestContext } from 'node:test'
import { startTestEdge, type TestEdge, type TestEdgeOptions } from '../support/edge.ts'
import { openRaw, type RawConnection } from '../support/raw-http.ts'

const SHORT_TIMEOUTS = { headMs: 200, requestMs: 600, keptMs: 75_000, headBytes: 32 * 1024 }

const isServed = async ({ url }: TestEdge) => assert.equal((await fetch(url)).status, 200)

test('a client that never finishes its head is let go, and no upstream hears of it [edge.slow-clients]', async (t) => {
  const edge = await startTestEdge(t, {
    timeouts: SHORT_TIMEOUTS,
  })
  const slow = await Promise.all(Array.from({ length: 50 }, () => openRaw(edge.port)))
  for (const client of slow) client.send('GET /slow HTTP/1.1\r\nHost: a\r\nX-Sl')
  await isServed(edge)
  for (const client of slow) assert.match(await client.closed(), /^HTTP\/1\.1 408 /)
  assert.deepEqual(
    edge.chatapp.received.map(({ target }) => target),
    ['/'],
  )
})

test('a client that never finishes its body is let go, and the upstream’s request is broken off [edge.slow-clients]', async (t) => {
  const ends: string[] = []
  const edge = await startTestEdge(t, {
    timeouts: SHORT_TIMEOUTS,
    chatapp: (request, response) => {
      if (request.url === '/') return void response.end()
      request.resume().on('error', () => {})
      request.once('close', () => ends.push(request.complete ? 'whole' : 'broken off'))
    },
  })
  const heads = ['Content-Length: 10\r\n\r\nhello', 'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n']
  for (const head of heads) {
    const client = await openRaw(edge.port)
    client.send(`POST /slow HTTP/1.1\r\nHost: a\r\n${head}`)
    await isServed(edge)
    assert.doesNotMatch(await client.closed(), /^HTTP\/1\.1 2/)
  }
  await edge.close()
  assert.deepEqual(ends, ['broken off', 'broken off'])
})

/** `HUB_TEST_IDLE` sets another number of connections. */
const IDLE = Number(process.env['HUB_TEST_IDLE'] ?? 1_000)
const AT_ONCE = 250

test('silent connections delay no other client [edge.idle-sockets]', async (t) => {
  const edge = await startTestEdge(t)
  const alone = await slowestOf(edge)
  const idle: RawConnection[] = []
  while (idle.length < IDLE)
    idle.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => openRaw(edge.port)))))
  t.after(() => idle.forEach(({ socket }) => socket.destroy()))
  for (const client of idle.slice(0, IDLE / 2)) client.send('GET / HT')
  const beside = await slowestOf(edge)
  t.diagnostic(`p99 of 500 requests: ${alone} alone, ${beside} beside ${IDLE} idle connections`)
  assert.equal(edge.chatapp.received.length, 1_000)
  await edge.close()
  await Promise.all(idle.map((client) => client.closed()))
})

async function slowestOf(edge: TestEdge): Promise<string> {
  const took: number[] = []
  for (let count = 0; count < 500; count++) {
    const began = performance.now()
    await isServed(edge)
    took.push(performance.now() - began)
  }
  return `${took.toSorted((one, other) => one - other)[494]!.toFixed(1)} ms`
}

const MIB = 1024 * 1024
/** More bytes than the kernel's buffers of a connection hold. */
const FLOOD_BYTES = 32 * MIB

async function startWatchedEdge(t: TestContext, options: TestEdgeOptions) {
  const sockets: Socket[] = []
  const edge = await startTestEdge(t, {
    ...options,
    limits: { drainMs: 50, ...options.limits },
    openServer: () =>
      createServer({ allowHalfOpen: true, noDelay: true }).on('connection', (socket) => sockets.push(socket)),
  })
  const readInTheEnd = async (): Promise<number> => {
    const [{ bytesRead }] = sockets as [Socket]
    for (let turn = 0; turn < 20; turn++) await isServed(edge)
    return sockets[0]!.bytesRead === bytesRead ? bytesRead : readInTheEnd()
  }
  return { edge, readInTheEnd }
}

const flood = (client: RawConnection, unit: string) => client.send(unit.repeat(FLOOD_BYTES / unit.length))

const SWITCHING = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
const WEBSOCKET = 'GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
const POST = `POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: ${FLOOD_BYTES}\r\n\r\n`

/** `atMost`: maximum bytes that the edge reads. */
const FLOODS: Record<string, { atMost: number; head?: string; unit: string; options?: TestEdgeOptions }> = {
  'requests that the edge refuses': {
    atMost: 8 * MIB,
    unit: 'GET /webhooks/none HTTP/1.1\r\nHost: a\r\n\r\n',
  },
  'requests whose answers are large': {
    atMost: MIB,
    unit: 'GET /slow HTTP/1.1\r\nHost: a\r\n\r\n',
    options: {
      chatapp: (request, response) => void response.end(request.url === '/' ? '' : Buffer.alloc(32 * MIB)),
    },
  },
  'requests behind one that is not answered yet': {
    atMost: MIB,
    unit: 'GET /slow HTTP/1.1\r\nHost: a\r\n\r\n',
    options: { chatapp: (request, response) => void (request.url === '/' && response.end()) },
  },
  'a body before a decision': {
    atMost: MIB,
    head: POST.replace('POST /slow', 'GET /api/models'),
    unit: 'x',
    options: { bridge: () => {} },
  },
  'a body that the upstream does not read': {
    atMost: 20 * MIB,
    head: POST,
    unit: 'x',
    options: { chatapp: (request, response) => void (request.url === '/' && response.end()) },
  },
  'a websocket before it is agreed on': {
    atMost: MIB,
    head: WEBSOCKET,
    unit: 'x',
    options: { chatapp: (_, response) => void response.end() },
  },
}
for (const [what, { atMost, head = '', unit, options = {} }] of Object.entries(FLOODS))
  test(`the edge stops reading a client that sends ahead and reads nothing: ${what} [edge.bounded]`, async (t) => {
    const { edge, readInTheEnd } = await startWatchedEdge(t, options)
    edge.chatapp.server.on('upgrade', () => {})
    const client = await openRaw(edge.port)
    client.socket.pause()
    if (head) client.send(head)
    flood(client, unit)
    const read = await readInTheEnd()
    client.socket.destroy()
    assert.ok(read <= atMost, `${read} bytes were read`)
  })

test('a websocket holds back the side that sends to one that does not read [edge.bounded]', async (t) => {
  const { edge, readInTheEnd } = await startWatchedEdge(t, {})
  const agreed: Socket[] = []
  edge.chatapp.server.on('upgrade', (_, socket) => {
    socket.on('error', () => {}).pause()
    socket.write(SWITCHING)
    agreed.push(socket as Socket)
  })
  const client = await openRaw(edge.port)
  client.send(WEBSOCKET)
  await client.until('101')
  client.socket.pause()
  flood(client, 'x')
  const upstream = agreed[0]!
  upstream.write(Buffer.alloc(FLOOD_BYTES))
  const read = await readInTheEnd()
  const taken = FLOOD_BYTES - upstream.writableLength
  client.socket.destroy()
  upstream.destroy()
  assert.ok(read <= 20 * MIB, `${read} bytes of the client were read`)
  assert.ok(taken <= 28 * MIB, `${taken} bytes of the upstream were taken`)
})

test('a client that begins to read is served all that it sent ahead [edge.bounded]', async (t) => {
  const { edge, readInTheEnd } = await startWatchedEdge(t, {})
  const client = await openRaw(edge.port)
  client.socket.pause()
  const count = 30_000
  client.send('GET /webhooks/none HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count))
  client.send('GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  await readInTheEnd()
  client.socket.resume()
  const answers = await client.closed()
  assert.equal(answers.split('HTTP/1.1 404').length - 1, count)
  assert.match(answers, /from chatapp$/)
})
