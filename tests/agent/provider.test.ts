import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { test } from 'node:test'
import { pngOf } from '../support/png.ts'
import { ModelFailure } from '#core/agent/model/model.ts'
import { startTestAgent, userSays } from '../support/agent.ts'
import { testClock } from '../support/clock.ts'
import { says, startUpstream, type UpstreamScript } from '../support/upstream.ts'
import { until } from '../support/until.ts'

const failure = (error: unknown): ModelFailure => {
  assert.ok(error instanceof ModelFailure, `expected a ModelFailure, got ${String(error)}`)
  return error
}

test('text streams piece by piece, while the provider is still writing [agent.provider.stream]', async (t) => {
  await using upstream = await startUpstream()
  const gate = Promise.withResolvers<void>()
  upstream.script(async (answer) => {
    answer.text('Hello')
    await gate.promise
    answer.text(' world')
    answer.finish('stop')
    answer.done()
  })
  const agent = await startTestAgent(t, { upstream: upstream.url })
  const seen: string[] = []
  for await (const event of agent.stream('hi')) {
    if (event.type !== 'text') continue
    seen.push(event.text)
    gate.resolve()
  }
  assert.deepEqual(seen, ['Hello', ' world'])
})

test('reasoning is kept apart from the answer [agent.provider.stream]', async (t) => {
  await using upstream = await startUpstream()
  upstream.script((answer) => {
    answer.reasoning('Let me think.')
    answer.text('42')
    answer.finish('stop')
    answer.done()
  })
  const agent = await startTestAgent(t, { upstream: upstream.url })
  const { events, text } = await agent.run('hi')
  assert.equal(text, '42')
  assert.deepEqual(
    events.filter((event) => event.type === 'reasoning'),
    [{ type: 'reasoning', text: 'Let me think.' }],
  )
})

test('usage carries cached and reasoning tokens [agent.provider.usage]', async (t) => {
  await using upstream = await startUpstream()
  upstream.script((answer) => {
    answer.text('ok')
    answer.finish('stop')
    answer.usage({ input: 100, output: 20, cached: 80, reasoning: 12 })
    answer.done()
  })
  const agent = await startTestAgent(t, { upstream: upstream.url })
  const { finish } = await agent.run('hi')
  assert.deepEqual(finish?.usage, { input: 100, output: 20, cached: 80, reasoning: 12 })
  assert.deepEqual(upstream.requests[0]?.body['stream_options'], { include_usage: true })
})

test('the request carries prompt, history, images, temperature, limit and stop words [agent.provider.request]', async (t) => {
  await using upstream = await startUpstream()
  upstream.script(says('ok'))
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [], agent: { temperature: 0.9 } })
  await agent.run(
    [
      userSays('first'),
      { role: 'assistant', text: 'answer', toolCalls: [] },
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'look' },
          { type: 'file', mediaType: 'image/png', data: pngOf(3) },
        ],
      },
    ],
    { temperature: 0.2, maxOutputTokens: 50, stop: ['END'] },
  )
  const { body, headers } = upstream.requests[0]!
  assert.equal(headers.authorization, 'Bearer test-key')
  assert.equal(body.model, 'test-model')
  assert.equal(body['temperature'], 0.2)
  assert.equal(body['max_tokens'], 50)
  assert.deepEqual(body['stop'], ['END'])
  assert.equal(body.tools, undefined)
  assert.deepEqual(
    body.messages?.map(({ role }) => role),
    ['system', 'user', 'assistant', 'user'],
  )
  const image = `data:image/png;base64,${pngOf(3).toString('base64')}`
  assert.deepEqual(body.messages?.[3]?.content, [
    { type: 'text', text: 'look' },
    { type: 'image_url', image_url: { url: image } },
  ])
})

test('a cut answer finishes with length, a filtered one with content-filter [agent.provider.finish]', async (t) => {
  await using upstream = await startUpstream()
  for (const reason of ['length', 'content_filter'] as const)
    upstream.script((answer) => {
      answer.text('half')
      answer.finish(reason)
      answer.done()
    })
  const agent = await startTestAgent(t, { upstream: upstream.url })
  assert.equal((await agent.run('hi')).finish?.reason, 'length')
  assert.equal((await agent.run('hi')).finish?.reason, 'content-filter')
})

const REFUSALS: [status: number, code: ModelFailure['code'], says: RegExp][] = [
  [400, 'bad_request', /refused the request \(400\)\. Its message: provider detail/],
  [401, 'unauthorized', /check SVC_MODEL_API_KEY/],
  [403, 'unauthorized', /check SVC_MODEL_API_KEY/],
  [404, 'bad_request', /has no model “test-model”.*SVC_MODEL/],
  [422, 'bad_request', /provider detail/],
  [301, 'unavailable', /redirects from .*SVC_MODEL_BASE_URL/],
]

for (const [status, code, message] of REFUSALS)
  test(`status ${status} of a provider becomes ${code} with advice, and is not repeated [agent.provider.failures]`, async (t) => {
    await using upstream = await startUpstream()
    upstream.script((answer) => answer.status(status, { error: { message: 'provider detail' } }))
    const agent = await startTestAgent(t, { upstream: upstream.url })
    const failed = failure((await agent.run('hi')).error)
    assert.equal(failed.code, code)
    assert.equal(failed.status, status)
    assert.match(failed.message, message)
    assert.equal(upstream.requests.length, 1)
    assert.equal(agent.usage[0]?.outcome, 'failed')
  })

for (const status of [408, 429, 500, 503])
  test(`status ${status} is tried again twice and then reported [agent.provider.retry]`, async (t) => {
    await using upstream = await startUpstream()
    upstream.otherwise((answer) => answer.status(status, { error: { message: 'busy' } }))
    const clock = testClock()
    const agent = await startTestAgent(t, { upstream: upstream.url, clock })
    const running = agent.run('hi')
    for (const wait of [500, 2000]) {
      await upstream.nextRequest()
      await waitsFor(agent, clock, wait)
      clock.advance(wait)
    }
    const failed = failure((await running).error)
    assert.equal(failed.status, status)
    assert.equal(upstream.requests.length, 3)
  })

test('a provider that recovers on the second try answers as if nothing had been [agent.provider.retry]', async (t) => {
  await using upstream = await startUpstream()
  upstream.script((answer) => answer.status(503, {}, { 'retry-after': '0' }), says('fine'))
  const agent = await startTestAgent(t, { upstream: upstream.url })
  const { text, error } = await agent.run('hi')
  assert.equal(error, undefined)
  assert.equal(text, 'fine')
})

test('a pause of more than ten seconds asked for by the provider is reported at once [agent.provider.retry]', async (t) => {
  await using upstream = await startUpstream()
  upstream.script((answer) => answer.status(429, {}, { 'retry-after': '11' }))
  const agent = await startTestAgent(t, { upstream: upstream.url })
  assert.equal(failure((await agent.run('hi')).error).code, 'rate_limited')
  assert.equal(upstream.requests.length, 1)
})

test('an address without a listening server is named in the error [agent.provider.failures]', async (t) => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  const clock = testClock()
  const agent = await startTestAgent(t, { upstream: `http://127.0.0.1:${port}/v1`, clock })
  const running = agent.run('hi')
  for (const wait of [500, 2000]) {
    await waitsFor(agent, clock, wait)
    clock.advance(wait)
  }
  const failed = failure((await running).error)
  assert.equal(failed.code, 'unavailable')
  assert.match(failed.message, new RegExp(`http://127\\.0\\.0\\.1:${port} \\(connection refused\\)`))
})

const BROKEN: [what: string, script: UpstreamScript, code: ModelFailure['code']][] = [
  [
    'an error chunk after content',
    (answer) => (answer.text('half'), answer.error('overloaded')),
    'unavailable',
  ],
  [
    'a connection that breaks mid-chunk',
    (answer) => (answer.text('half'), answer.breakMidChunk()),
    'unavailable',
  ],
  ['an end without a finish', (answer) => (answer.text('half'), answer.end()), 'unavailable'],
  ['garbage after content', (answer) => (answer.text('half'), answer.raw('data: {]\n\n')), 'bad_answer'],
]

for (const [what, script, code] of BROKEN)
  test(`${what} keeps the text so far, then fails as ${code} and is not repeated [agent.provider.failures]`, async (t) => {
    await using upstream = await startUpstream()
    upstream.script(script)
    const agent = await startTestAgent(t, { upstream: upstream.url })
    const { text, error, finish } = await agent.run('hi')
    assert.equal(text, 'half')
    assert.equal(finish, undefined)
    assert.equal(failure(error).code, code)
    assert.equal(upstream.requests.length, 1)
    assert.deepEqual(
      agent.usage.map((entry) => entry.outcome),
      ['failed'],
    )
  })

for (const type of ['text/html; charset=utf-8', 'application/json'])
  test(`an answer of type ${type} in the place of a stream is a bad answer [agent.provider.failures]`, async (t) => {
    await using upstream = await startUpstream()
    upstream.script((answer) => answer.status(200, '<html>Welcome</html>', { 'content-type': type }))
    const agent = await startTestAgent(t, { upstream: upstream.url })
    const failed = failure((await agent.run('hi')).error)
    assert.equal(failed.code, 'bad_answer')
    assert.match(failed.message, /SVC_MODEL_BASE_URL/)
    assert.equal(upstream.requests.length, 1)
  })

test('a file the model can’t take reaches it as a sentence about the file [agent.provider.request]', async (t) => {
  await using upstream = await startUpstream()
  upstream.script(says('ok'))
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [] })
  const archive = {
    type: 'file',
    mediaType: 'application/zip',
    data: Buffer.from('PK\x03\x04\0\0'),
    filename: 'a.zip',
  } as const
  await agent.run([{ role: 'user', parts: [{ type: 'text', text: 'look' }, archive] }])
  assert.equal(
    upstream.requests[0]!.body.messages!.at(-1)!.content,
    'look\n[Attached file: a.zip (application/zip, 6 bytes)]\n[Its contents are not shown. ' +
      'Its type, application/zip, is neither text nor a document that the Hub can read.]',
  )
})

test('a provider that falls silent for the whole limit is given up [agent.provider.silence]', async (t) => {
  await using upstream = await startUpstream()
  const gone = Promise.withResolvers<void>()
  upstream.script((answer) => {
    answer.text('half')
    void answer.closed.then(gone.resolve)
  })
  const clock = testClock()
  const agent = await startTestAgent(t, { upstream: upstream.url, clock, silenceMs: 120_000 })
  let text = ''
  const running = (async () => {
    for await (const event of agent.stream('hi')) if (event.type === 'text') text += event.text
  })().catch((error: unknown) => error)
  await until(() => text === 'half', { everyMs: 1 })
  clock.advance(119_999)
  assert.equal(await Promise.race([running, Promise.resolve('still waiting')]), 'still waiting')
  clock.advance(1)
  const failed = failure(await running)
  assert.equal(failed.code, 'timeout')
  assert.match(failed.message, /sent nothing for 120 s/)
  await gone.promise
})

test('comments are signs of life: a slow answer may take longer than the limit [agent.provider.silence]', async (t) => {
  await using upstream = await startUpstream()
  const clock = testClock()
  upstream.script(async (answer) => {
    for (let seconds = 0; seconds < 600; seconds += 10) {
      answer.comment('still working')
      await new Promise((resolve) => setTimeout(resolve, 2))
      clock.advance(10_000)
    }
    answer.text('done')
    answer.finish('stop')
    answer.done()
  })
  const agent = await startTestAgent(t, { upstream: upstream.url, clock, silenceMs: 120_000 })
  const { text, error } = await agent.run('hi')
  assert.equal(error, undefined)
  assert.equal(text, 'done')
})

test('aborting cancels the request at the provider and finishes as aborted, without an error [agent.abort]', async (t) => {
  await using upstream = await startUpstream()
  const gone = Promise.withResolvers<void>()
  upstream.script((answer) => {
    answer.text('half')
    void answer.closed.then(gone.resolve)
  })
  const agent = await startTestAgent(t, { upstream: upstream.url })
  const stop = new AbortController()
  const seen = []
  for await (const event of agent.stream('hi', { signal: stop.signal })) {
    seen.push(event)
    if (event.type === 'text') stop.abort()
  }
  assert.deepEqual(
    seen.map(({ type }) => type),
    ['text', 'finish'],
  )
  assert.equal(seen[1]?.type === 'finish' && seen[1].reason, 'aborted')
  await gone.promise
  assert.equal(agent.usage[0]?.outcome, 'aborted')
})

test('leaving the events early cancels the request and records the usage [agent.abort]', async (t) => {
  await using upstream = await startUpstream()
  const gone = Promise.withResolvers<void>()
  upstream.script((answer) => {
    answer.text('half')
    void answer.closed.then(gone.resolve)
  })
  const agent = await startTestAgent(t, { upstream: upstream.url })
  for await (const event of agent.stream('hi')) if (event.type === 'text') break
  await gone.promise
  assert.deepEqual(
    agent.usage.map((entry) => entry.outcome),
    ['aborted'],
  )
})

test('a missing key names the variable to set, before anything is sent [agent.provider.failures]', async (t) => {
  await using upstream = await startUpstream()
  for (const [provider, variable] of [
    ['openai', /OPENAI_API_KEY/],
    ['anthropic', /ANTHROPIC_API_KEY/],
    ['google', /GOOGLE_GENERATIVE_AI_API_KEY/],
  ] as const) {
    const agent = await startTestAgent(t, { upstream: upstream.url, provider: { provider, apiKey: null } })
    const failed = failure((await agent.run('hi')).error)
    assert.equal(failed.code, 'unauthorized')
    assert.match(failed.message, variable)
  }
  assert.equal(upstream.requests.length, 0)
})

test('no message or log line holds the key [agent.provider.secrets]', async (t) => {
  await using upstream = await startUpstream()
  upstream.script((answer) => answer.status(400, { error: { message: 'bad token test-key given' } }))
  const agent = await startTestAgent(t, { upstream: upstream.url })
  const failed = failure((await agent.run('hi')).error)
  assert.doesNotMatch(failed.message, /test-key/)
  assert.doesNotMatch(JSON.stringify(agent.events), /test-key/)
})

test('the model named in the agent file wins over the usual one [agent.model.choice]', async (t) => {
  await using upstream = await startUpstream()
  upstream.otherwise(says('ok'))
  const named = await startTestAgent(t, { upstream: upstream.url, agent: { model: 'compatible/other' } })
  assert.equal((await named.run('hi')).finish?.model, 'compatible/other')
  assert.equal(upstream.requests[0]?.body.model, 'other')
  const offline = await startTestAgent(t, { upstream: upstream.url, agent: { model: 'offline' } })
  assert.equal((await offline.run('/say here')).text, 'here')
})

const waitsFor = async (
  agent: Awaited<ReturnType<typeof startTestAgent>>,
  clock: ReturnType<typeof testClock>,
  ms: number,
) => {
  const isTold = () =>
    agent.events.some(({ name, fields }) => name === 'modelRetried' && fields['waitMs'] === ms)
  await until(isTold, { everyMs: 1 })
  await clock.sleeper(ms)
}
