import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import test from 'node:test'
import { startTestEdge } from '../support/edge.ts'
import { freePort } from '../support/free-ports.ts'
import { startRecordingServer } from '../support/recording-server.ts'

test('an upstream that is away gives programs a JSON 502 [edge.unreachable]', async (t) => {
  const edge = await startTestEdge(t, { chatappUrl: `http://127.0.0.1:${await freePort()}` })
  for (const method of ['GET', 'POST']) {
    const answer = await fetch(edge.url, { method, ...(method === 'POST' && { body: 'x'.repeat(100_000) }) })
    assert.equal(answer.status, 502)
    assert.match(answer.headers.get('content-type')!, /^application\/json/)
    assert.equal(((await answer.json()) as { code: string }).code, 'upstream_unreachable')
  }
  assert.equal(await (await fetch(`${edge.url}/portal`)).text(), 'from bridge')
})

test('an upstream that is away gives browsers a small page that loads nothing [edge.unreachable]', async (t) => {
  const edge = await startTestEdge(t, { chatappUrl: `http://127.0.0.1:${await freePort()}` })
  const answer = await fetch(edge.url, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
  const page = await answer.text()
  assert.equal(answer.status, 502)
  assert.match(answer.headers.get('content-type')!, /^text\/html/)
  assert.match(answer.headers.get('content-security-policy')!, /default-src 'none'/)
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.match(page, /<h1>/)
  assert.doesNotMatch(page, /src=|href=|127\.0\.0\.1|chatapp/)
})

test('an unavailable upstream is reported once, and again when it is back [edge.unreachable]', async (t) => {
  const port = await freePort()
  const edge = await startTestEdge(t, { chatappUrl: `http://127.0.0.1:${port}` })
  for (let times = 0; times < 3; times++) await fetch(edge.url)
  assert.deepEqual(edge.events, ['upstreamUnreachable'])
  await startRecordingServer(t, 'back', port)
  assert.equal(await (await fetch(edge.url)).text(), 'back')
  assert.deepEqual(edge.events, ['upstreamUnreachable', 'upstreamReachable'])
})

test('an upstream that does not accept within the limit gives 502 [edge.connect-timeout]', async (t) => {
  // TEST-NET-1 is never assigned: depending on the network, packets to it are dropped or refused.
  const edge = await startTestEdge(t, { chatappUrl: 'http://192.0.2.1:9', limits: { connectMs: 200 } })
  const answer = await fetch(edge.url)
  assert.equal(answer.status, 502)
  assert.equal(((await answer.json()) as { code: string }).code, 'upstream_unreachable')
})

test('an upstream that never answers gives 504 after the idle limit [edge.idle]', async (t) => {
  const edge = await startTestEdge(t, { chatapp: () => {}, limits: { idleMs: 200 } })
  const answer = await fetch(edge.url)
  assert.equal(answer.status, 504)
  assert.equal(((await answer.json()) as { code: string }).code, 'upstream_timeout')
})

test('an upstream that does not speak HTTP gives 502 [edge.broken-upstream]', async (t) => {
  const edge = await startTestEdge(t)
  edge.chatapp.server.prependListener('connection', (socket: Socket) => socket.end('garbage\r\n\r\n'))
  const answer = await fetch(edge.url)
  assert.equal(answer.status, 502)
  assert.equal(((await answer.json()) as { code: string }).code, 'upstream_failed')
  // The agent may have acted, so clients must not retry. Clients of OpenAI's API retry each status from 500.
  for (const [method, status, retry] of [
    ['POST', 424, 'false'],
    ['GET', 502, null],
  ] as const) {
    const completion = await fetch(`${edge.url}/api/chat/completions`, { method })
    assert.deepEqual([completion.status, completion.headers.get('x-should-retry')], [status, retry])
    const { error } = (await completion.json()) as { error: { type: string; code: string } }
    assert.deepEqual([error.type, error.code], ['server_error', 'upstream_failed'])
  }
})

test('a request on a kept connection that the upstream just closed is sent again [edge.repeat]', async (t) => {
  const edge = await startTestEdge(t, { chatapp: dropOnce() })
  assert.equal(await (await fetch(edge.url)).text(), 'ok 1')
  assert.equal(await (await fetch(`${edge.url}/again`)).text(), 'ok 3')
  assert.deepEqual(edge.events, ['requestRepeated'])
})

test('a request that may not be sent twice is not, even when its connection was lost [edge.repeat]', async (t) => {
  const edge = await startTestEdge(t, { chatapp: dropOnce() })
  assert.equal(await (await fetch(edge.url)).text(), 'ok 1')
  const answer = await fetch(`${edge.url}/again`, { method: 'POST' })
  assert.equal(answer.status, 502)
  assert.equal(edge.chatapp.received.length, 2)
})

test('a request is sent again once only [edge.repeat]', async (t) => {
  const edge = await startTestEdge(t, { chatapp: (request) => void request.socket.destroy() })
  assert.equal((await fetch(edge.url)).status, 502)
  assert.equal(edge.chatapp.received.length, 2)
})

test('a restart of the web chat shows no error to those who come after it [edge.repeat]', async (t) => {
  const port = await freePort()
  const before = await startRecordingServer(t, 'before', port)
  const edge = await startTestEdge(t, { chatappUrl: `http://127.0.0.1:${port}` })
  await Promise.all(Array.from({ length: 8 }, () => fetch(edge.url).then((answer) => answer.text())))
  await before.close()
  await startRecordingServer(t, 'after', port)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => fetch(edge.url).then((answer) => answer.text())),
  )
  assert.deepEqual(answers, Array(8).fill('after'))
})

test('kept connections are used again [edge.keep-alive]', async (t) => {
  const edge = await startTestEdge(t)
  let connections = 0
  edge.chatapp.server.on('connection', () => connections++)
  for (let times = 0; times < 10; times++) await (await fetch(edge.url)).text()
  assert.equal(connections, 1)
})

function dropOnce() {
  let count = 0
  return (request: IncomingMessage, response: ServerResponse) => {
    count++
    if (count === 2) request.socket.resetAndDestroy()
    else response.end(`ok ${count}`)
  }
}
