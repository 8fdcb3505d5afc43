import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { deliver, type McpResponse } from '#surfaces/mcp/delivery.ts'
import { manualClock } from '../support/manual-clock.ts'

async function start(accept: { json: boolean; eventStream: boolean }) {
  const clock = manualClock()
  const answer = Promise.withResolvers<McpResponse>()
  const stop = new AbortController()
  const app = fastify()
  app.get('/', async (_request, reply) => {
    await deliver(answer.promise, {
      reply,
      accepted: accept,
      mayKeepAlive: true,
      hasMarks: false,
      signal: stop.signal,
      onEnded: () => ({ error: 'ended' }),
      onFailed: () => ({ error: 'failed' }),
      clock,
    })
    return reply
  })
  const response = app.inject('/')
  return { clock, answer, stop, response, [Symbol.asyncDispose]: () => app.close() }
}

const BOTH = { json: true, eventStream: true }
const MESSAGE = { jsonrpc: '2.0', id: 1, result: {} }
const EVENT = `event: message\ndata: ${JSON.stringify(MESSAGE)}\n\n`

test('a call that takes long becomes a stream with a comment every 15 seconds [mcp.keep-alive]', async () => {
  await using server = await start(BOTH)
  for (let n = 0; n < 3; n++) {
    assert.equal(await server.clock.nextSleep(), 15_000)
    server.clock.advance(15_000)
  }
  assert.equal(await server.clock.nextSleep(), 15_000)
  server.answer.resolve(MESSAGE)
  const { headers, body } = await server.response
  assert.match(String(headers['content-type']), /^text\/event-stream/)
  assert.equal(body, `${': keep-alive\n\n'.repeat(3)}${EVENT}`)
})

test('a late answer of the SDK is the last event, whether it is JSON or a stream [mcp.keep-alive]', async () => {
  const streamed = { headers: { 'content-type': 'text/event-stream' } }
  for (const answer of [Response.json(MESSAGE), new Response(EVENT, streamed)]) {
    await using server = await start(BOTH)
    await server.clock.nextSleep()
    server.clock.advance(15_000)
    await server.clock.nextSleep()
    server.answer.resolve(answer)
    assert.equal((await server.response).body, `: keep-alive\n\n${EVENT}`)
  }
})

test('a stream that ends early says why [mcp.keep-alive]', async () => {
  for (const end of ['ended', 'failed']) {
    await using server = await start(BOTH)
    await server.clock.nextSleep()
    server.clock.advance(15_000)
    await server.clock.nextSleep()
    if (end === 'ended') server.stop.abort()
    else server.answer.reject(new Error('no'))
    assert.match((await server.response).body, new RegExp(`data: {"error":"${end}"}\n\n$`))
  }
})

test('a quick answer is JSON, and so is a late one for a client that takes JSON alone [mcp.keep-alive]', async () => {
  for (const accept of [BOTH, { json: true, eventStream: false }]) {
    await using server = await start(accept)
    server.answer.resolve(MESSAGE)
    assert.deepEqual((await server.response).json(), MESSAGE)
  }
  await using late = await start({ json: true, eventStream: false })
  late.clock.advance(60_000)
  late.answer.resolve(MESSAGE)
  assert.deepEqual((await late.response).json(), MESSAGE)
})
