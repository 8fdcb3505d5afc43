import assert from 'node:assert/strict'
import test from 'node:test'
import { startTestEdge, type TestEdge } from '../support/edge.ts'
import { openRaw, type RawConnection } from '../support/raw-http.ts'

const IMPATIENT = { headMs: 200, requestMs: 600, keptMs: 75_000, headBytes: 32 * 1024 }

const isServed = async ({ url }: TestEdge) => assert.equal((await fetch(url)).status, 200)

test('a client that never finishes its head is let go, and no upstream hears of it [edge.slow-clients]', async (t) => {
  const edge = await startTestEdge(t, {
    patience: IMPATIENT,
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
    patience: IMPATIENT,
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

/** More of them, to look closer: HUB_TEST_IDLE=5000. */
const IDLE = Number(process.env['HUB_TEST_IDLE'] ?? 1_000)
const AT_ONCE = 250

test('connections that say nothing hold nobody up [edge.idle-sockets]', async (t) => {
  const edge = await startTestEdge(t)
  const alone = await slowestOf(edge)
  const idle: RawConnection[] = []
  while (idle.length < IDLE)
    idle.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => openRaw(edge.port)))))
  t.after(() => idle.forEach(({ socket }) => socket.destroy()))
  for (const client of idle.slice(0, IDLE / 2)) client.send('GET / HT') // half of them begin, and go no further
  const beside = await slowestOf(edge)
  t.diagnostic(`p99 of 500 requests: ${alone} alone, ${beside} beside ${IDLE} idle connections`)
  assert.equal(edge.chatapp.received.length, 1_000)
  await edge.close()
  await Promise.all(idle.map((client) => client.closed()))
})

/** 500 requests, one after the other, each of which must be served. */
async function slowestOf(edge: TestEdge): Promise<string> {
  const took: number[] = []
  for (let count = 0; count < 500; count++) {
    const began = performance.now()
    await isServed(edge)
    took.push(performance.now() - began)
  }
  return `${took.toSorted((one, other) => one - other)[494]!.toFixed(1)} ms`
}
