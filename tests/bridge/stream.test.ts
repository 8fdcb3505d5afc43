import assert from 'node:assert/strict'
import { test } from 'node:test'
import OpenAI from 'openai'
import type { Clock } from '#ground/base/clock.ts'
import { ToolEvent } from '#ground/turn/schema.ts'
import { person, saying, startTestBridge, type TestBridge } from '../support/bridge.ts'
import { testClock } from '../support/clock.ts'
import { allItems, eventLines, type StreamData } from '../support/event-lines.ts'
import { openRaw } from '../support/raw-http.ts'
import { startUpstream } from '../support/upstream.ts'

const data = async (response: Response): Promise<StreamData[]> =>
  (await allItems(response)).filter((item) => 'data' in item).map((item) => item.data)

test('a stream gives role, text, finish reason, usage and [DONE], all under one id [bridge.stream]', async (t) => {
  const bridge = await startTestBridge(t)
  const response = await bridge.complete(saying('/say Good morning', { stream: true }))
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(response.headers.get('cache-control'), 'no-cache, no-transform')
  assert.equal(response.headers.get('x-accel-buffering'), 'no')
  const items = await allItems(response)
  assert.deepEqual(items.at(-1), { done: true })
  const chunks = items.slice(0, -1).map((item) => ('data' in item ? item.data : assert.fail()))
  assert.deepEqual(chunks[0]!.choices, [
    { index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null },
  ])
  assert.equal(
    chunks
      .slice(1, -2)
      .map((chunk) => chunk.choices![0]!.delta['content'])
      .join(''),
    'Good morning',
  )
  assert.deepEqual(chunks.at(-2)!.choices, [{ index: 0, delta: {}, finish_reason: 'stop' }])
  assert.deepEqual(chunks.at(-1)!.choices, [])
  assert.ok(Number(chunks.at(-1)!.usage!['total_tokens']) > 0)
  assert.equal(
    new Set(chunks.map(({ id, object, created, model }) => [id, object, created, model].join())).size,
    1,
  )
  assert.equal(chunks[0]!.object, 'chat.completion.chunk')
})

test('the official client’s stream helper reads the whole answer [bridge.stream]', async (t) => {
  const bridge = await startTestBridge(t)
  const completion = await bridge
    .client()
    .chat.completions.stream({ model: 'garden', messages: [{ role: 'user', content: '/repeat 50 leaf ' }] })
    .finalChatCompletion()
  assert.equal(completion.choices[0]!.message.content?.match(/leaf/g)?.length, 50)
  assert.ok(completion.usage!.completion_tokens > 0)
})

test('tool activity travels in svc chunks that clients skip', async (t) => {
  const bridge = await startTestBridge(t)
  const prompt = '/tool save_file {"filename":"plan.txt","content":"dig"}\n/tool no_such_tool {}'
  const chunks = await data(await bridge.complete(saying(prompt, { stream: true })))
  const tools = chunks.filter((chunk) => chunk.svc?.['type'] === 'tool')
  assert.deepEqual(
    tools.map(({ svc, choices }) => [svc!['type'], svc!['name'], svc!['state'], choices]),
    [
      ['tool', 'save_file', 'running', [{ index: 0, delta: {}, finish_reason: null }]],
      ['tool', 'save_file', 'done', [{ index: 0, delta: {}, finish_reason: null }]],
      ['tool', 'no_such_tool', 'running', [{ index: 0, delta: {}, finish_reason: null }]],
      ['tool', 'no_such_tool', 'failed', [{ index: 0, delta: {}, finish_reason: null }]],
    ],
  )
  assert.equal(tools[0]!.svc!['id'], tools[1]!.svc!['id'])
  for (const { svc } of tools) assert.deepEqual(ToolEvent.parse(svc), svc)
})

test('reasoning is streamed beside the text and stands in the whole answer', async (t) => {
  const bridge = await bridgeBefore(t, (answer) => {
    answer.reasoning('Let me think. ')
    answer.text('Water it.')
    answer.finish('stop')
    answer.usage({ input: 10, output: 5, cached: 4, reasoning: 3 })
    answer.done()
  })
  const chunks = await data(await bridge.complete(saying('hm', { stream: true })))
  assert.ok(chunks.some((chunk) => chunk.choices![0]?.delta['reasoning_content'] === 'Let me think. '))
  assert.deepEqual(chunks.at(-1)!.usage, {
    prompt_tokens: 10,
    completion_tokens: 5,
    total_tokens: 15,
    prompt_tokens_details: { cached_tokens: 4 },
    completion_tokens_details: { reasoning_tokens: 3 },
  })
  const whole = (await (await bridge.complete(saying('hm'))).json()) as { choices: { message: object }[] }
  assert.deepEqual(whole.choices[0]!.message, {
    role: 'assistant',
    content: 'Water it.',
    reasoning_content: 'Let me think. ',
    refusal: null,
  })
})

test('a stream’s head and role are there at once, however silent the model is [bridge.stream-head]', async (t) => {
  const clock = testClock()
  const bridge = await startTestBridge(t, { clock })
  const leaving = new AbortController()
  const pending = bridge.complete(saying('/wait 40000', { stream: true }), {}, leaving.signal)
  await clock.sleeperFor(40_000)
  clock.advance(250)
  const response = await pending
  assert.equal(response.status, 200)
  for await (const item of eventLines(response)) {
    assert.ok('data' in item)
    assert.equal(item.data.choices![0]!.delta['role'], 'assistant')
    break
  }
  leaving.abort()
})

test('while nothing happens a comment every 15 seconds keeps the connection open', async (t) => {
  const clock = testClock()
  const bridge = await startTestBridge(t, { clock })
  const pending = bridge.complete(saying('/wait 40000\n/say late', { stream: true }))
  await clock.sleeperFor(40_000)
  clock.advance(15_000)
  const items: unknown[] = []
  for await (const item of eventLines(await pending)) {
    items.push(item)
    if (items.length === 2) clock.advance(15_000)
    if (items.length === 3) clock.advance(10_000)
  }
  assert.deepEqual(items.slice(1, 3), [{ comment: 'keep-alive' }, { comment: 'keep-alive' }])
  assert.deepEqual(items.at(-1), { done: true })
})

test('the client going away cancels the turn, which the history records [bridge.cancel]', async (t) => {
  const clock = testClock()
  const bridge = await startTestBridge(t, { clock })
  for (const stream of [true, false]) {
    const leaving = new AbortController()
    const pending = bridge.complete(
      saying(`/wait ${90_000 + Number(!stream)}`, { stream }),
      {},
      leaving.signal,
    )
    await clock.sleeperFor(90_000 + Number(!stream))
    leaving.abort()
    await assert.rejects(pending)
  }
  assert.deepEqual(
    (await endedTurns(bridge, 2)).map((turn) => turn['outcome']),
    ['aborted', 'aborted'],
  )
})

async function endedTurns(bridge: TestBridge, count: number) {
  for (;;) {
    const turns = await bridge.history()
    if (turns.length >= count) return turns
    await new Promise(setImmediate)
  }
}

test('the official client can abort a stream it is reading [bridge.cancel]', async (t) => {
  const bridge = await startTestBridge(t)
  const stream = await bridge.client().chat.completions.create({
    model: 'garden',
    stream: true,
    messages: [{ role: 'user', content: '/say first\n/wait 600000' }],
  })
  for await (const chunk of stream) if (chunk.choices[0]?.delta.content === 'first') stream.controller.abort()
  const [turn] = await endedTurns(bridge, 1)
  assert.deepEqual([turn!['outcome'], turn!['answer']], ['aborted', 'first'])
})

test('a reader who stops reading stops the turn from running ahead', async (t) => {
  const bridge = await startTestBridge(t)
  const body = (repeat: string) => saying(`/repeat 20000 ${repeat}${'.'.repeat(1000)}`, { stream: true })
  const slow = await openRaw(bridge.port)
  slow.socket.pause()
  const text = JSON.stringify(body('slow'))
  slow.send(
    `POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${bridge.key}\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
  )
  await (await bridge.complete(body('fast'))).text()
  assert.deepEqual(
    (await bridge.history()).map((turn) => String(turn['prompt']).slice(0, 18)),
    ['/repeat 20000 fast'],
  )
  slow.socket.resume()
  assert.match((await slow.closed()).slice(-100), /data: \[DONE\]/)
  assert.equal((await bridge.history()).length, 2)
})

test('a provider that breaks off mid-answer is an error chunk without [DONE] [bridge.stream-error]', async (t) => {
  const bridge = await bridgeBefore(t, (answer) => {
    answer.text('Half an ')
    answer.breakMidChunk()
  })
  const items = await allItems(await bridge.complete(saying('hi', { stream: true })))
  const last = items.at(-1)!
  assert.ok('data' in last && last.data.error, JSON.stringify(last))
  assert.deepEqual(Object.keys(last.data.error).toSorted(), ['code', 'message', 'param', 'type'])
  assert.ok(items.some((item) => 'data' in item && item.data.choices?.[0]?.delta['content'] === 'Half an '))
  const [turn] = await bridge.history()
  assert.deepEqual([turn!['outcome'], turn!['answer']], ['failed', 'Half an '])

  const client = bridge
    .client()
    .chat.completions.stream({ model: 'g', messages: [{ role: 'user', content: 'hi' }] })
  await assert.rejects(client.finalChatCompletion(), OpenAI.APIError)
})

test('a provider’s failure before the first byte becomes a status and a code [bridge.model-failures]', async (t) => {
  const bad = { error: { message: 'no', type: 'x', code: 'y' } }
  const cases = [
    [401, 502, 'model_unauthorized'],
    [403, 502, 'model_unauthorized'],
    [400, 502, 'model_bad_request'],
  ] as const
  for (const [upstream, status, code] of cases)
    for (const stream of [true, false]) {
      const bridge = await bridgeBefore(t, (answer) => answer.status(upstream, bad), testClock())
      const response = await bridge.complete(saying('hi', { stream }))
      const body = (await response.json()) as { error: Record<string, unknown> }
      assert.deepEqual([response.status, body.error['code']], [status, code], `${upstream} ${stream}`)
      assert.equal(response.headers.get('x-should-retry'), 'false')
    }
})

test('a provider that keeps refusing for its rate limit is a 429 [bridge.model-failures]', async (t) => {
  const bridge = await bridgeBefore(t, (answer) =>
    answer.status(429, { error: { message: 'slow down' } }, { 'retry-after': '0' }),
  )
  await assert.rejects(
    bridge.client().chat.completions.create({ model: 'garden', messages: [{ role: 'user', content: 'hi' }] }),
    (error) => error instanceof OpenAI.RateLimitError && error.code === 'model_rate_limited',
  )
})

test('a failure after a tool has run must not be retried by the client [bridge.model-failures]', async (t) => {
  const bridge = await bridgeBefore(t, (answer, { body }) => {
    if (body.messages!.some((message) => message.role === 'tool')) return answer.status(401, {})
    answer.toolCall({ id: 'c1', name: 'list_files', input: '{}' })
    answer.finish('tool_calls')
    return answer.done()
  })
  const response = await bridge.complete(saying('hi'), person('ann@x.org'))
  assert.equal(response.status, 424)
  assert.equal(response.headers.get('x-should-retry'), 'false')
})

test('a stopping bridge completes a running answer and accepts no new request [bridge.draining]', async (t) => {
  const clock = testClock()
  const bridge = await startTestBridge(t, { clock })
  const pending = bridge.complete(saying('/say one\n/wait 5000\n/say two', { stream: true }))
  await clock.sleeperFor(5000)
  const items = allItems(await pending)
  const stopped = bridge[Symbol.asyncDispose]()
  // Waits until the bridge stops accepting requests, which takes a moment with a remote database.
  const isAnswered = () =>
    fetch(`${bridge.url}/healthz`, { headers: { connection: 'close' } }).then(
      () => true,
      () => false,
    )
  while (await isAnswered()) await new Promise(setImmediate)
  clock.advance(5000)
  assert.deepEqual((await items).at(-1), { done: true })
  await stopped
})

async function bridgeBefore(
  t: Parameters<typeof startTestBridge>[0],
  script: Parameters<Awaited<ReturnType<typeof startUpstream>>['otherwise']>[0],
  clock?: Clock,
) {
  const upstream = await startUpstream()
  t.after(() => upstream[Symbol.asyncDispose]())
  upstream.otherwise(script)
  const environment = {
    SVC_MODEL: 'compatible/test',
    SVC_MODEL_BASE_URL: upstream.url,
    SVC_MODEL_API_KEY: 'k',
  }
  return startTestBridge(t, { environment, ...(clock && { clock }) })
}
