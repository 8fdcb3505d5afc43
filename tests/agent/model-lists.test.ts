import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test, type TestContext } from 'node:test'
import { ModelFailure } from '#core/agent/model/model.ts'
import { startTestAgent, userSays, type TestAgent } from '../support/agent.ts'
import { testClock, type TestClock } from '../support/clock.ts'
import { pngOf } from '../support/png.ts'
import { calls, says, startUpstream, type Upstream, type UpstreamScript } from '../support/upstream.ts'

const FIRST = 'compatible/first'
const SECOND = 'compatible/second'

interface Pair {
  agent: TestAgent
  first: Upstream
  second: Upstream
}

async function startPair(
  t: TestContext,
  options: { clock?: TestClock; silenceMs?: number } = {},
): Promise<Pair> {
  const first = await startUpstream()
  const second = await startUpstream()
  t.after(async () => {
    await first[Symbol.asyncDispose]()
    await second[Symbol.asyncDispose]()
  })
  second.otherwise(says('from second'))
  const agent = await startTestAgent(t, {
    agent: { model: [FIRST, SECOND] },
    servers: { [FIRST]: first.url, [SECOND]: second.url },
    ...options,
  })
  return { agent, first, second }
}

const status =
  (code: number, message = 'detail', headers: Record<string, string> = {}): UpstreamScript =>
  (answer) =>
    answer.status(code, { error: { message } }, { 'retry-after': '0', ...headers })

const streamError =
  (message: string): UpstreamScript =>
  (answer) =>
    answer.error(message)

const PASSED_ON: [what: string, script: UpstreamScript, reason: string, requests: number][] = [
  ['408', status(408), 'temporary', 3],
  ['429', status(429), 'temporary', 3],
  ['429 with a long pause', status(429, 'busy', { 'retry-after': '60' }), 'temporary', 1],
  ['429 without quota', status(429, 'You exceeded your current quota, check your plan'), 'quota', 3],
  ['402', status(402, 'Insufficient Balance'), 'quota', 1],
  ['400 without credit', status(400, 'Your credit balance is too low to access the API'), 'quota', 1],
  ['500', status(500), 'temporary', 3],
  ['503', status(503), 'temporary', 3],
  ['529', status(529, 'Overloaded'), 'temporary', 3],
  ['401', status(401), 'setup', 1],
  ['403', status(403), 'setup', 1],
  ['404', status(404, 'The model `first` does not exist'), 'setup', 1],
  ['400 for an unknown model', status(400, 'Model Not Exist'), 'setup', 1],
  ['a redirect', (answer) => answer.status(302, '', { location: '/elsewhere' }), 'setup', 1],
  [
    'a page instead of a stream',
    (answer) => answer.status(200, '<html>', { 'content-type': 'text/html' }),
    'setup',
    1,
  ],
  ['an overloaded server in the first piece of the stream', streamError('Overloaded'), 'temporary', 1],
  ['a stream that breaks before its first piece', (answer) => (answer.head(), answer.cut()), 'temporary', 3],
  ['a stream that ends before its first piece', (answer) => (answer.head(), answer.end()), 'setup', 1],
]

for (const [what, script, reason, requests] of PASSED_ON)
  test(`the next model answers after ${what} [models.fallback]`, async (t) => {
    const { agent, first, second } = await startPair(t)
    first.otherwise(script)
    const { text, error, finish } = await agent.run('hi')
    assert.equal(error, undefined)
    assert.equal(text, 'from second')
    assert.equal(finish?.model, SECOND)
    assert.equal(second.requests.length, 1)
    assert.ok(first.requests.length <= requests && first.requests.length >= 1, `${first.requests.length}`)
    const fellBack = agent.events.filter(({ name }) => name === 'modelFellBack')
    assert.deepEqual(
      fellBack.map(({ fields }) => [fields['model'], fields['next'], fields['reason']]),
      [[FIRST, SECOND, reason]],
    )
    const isForPerson = reason !== 'temporary'
    assert.equal(agent.problems().length, isForPerson ? 1 : 0)
    assert.equal(
      agent.events.some(({ name }) => name === (isForPerson ? 'modelMisconfigured' : 'modelUnhealthy')),
      true,
    )
  })

test('the next model answers if nothing listens at the address of the first [models.fallback]', async (t) => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  await using second = await startUpstream()
  second.otherwise(says('from second'))
  const agent = await startTestAgent(t, {
    agent: { model: [FIRST, SECOND] },
    servers: { [FIRST]: `http://127.0.0.1:${port}/v1`, [SECOND]: second.url },
  })
  const { text, finish } = await agent.run('hi')
  assert.equal(text, 'from second')
  assert.equal(finish?.model, SECOND)
})

test('a model without its key or address is passed over, and a list may end with the offline model [models.fallback]', async (t) => {
  const agent = await startTestAgent(t, { agent: { model: ['openai/gpt-5', 'compatible/none', 'offline'] } })
  const { text, finish } = await agent.run('/say still here')
  assert.equal(text, 'still here')
  assert.equal(finish?.model, 'offline/offline')
  assert.deepEqual(
    agent.events.filter(({ name }) => name === 'modelFellBack').map(({ fields }) => fields['reason']),
    ['setup', 'setup'],
  )
})

const FINAL: [what: string, script: UpstreamScript][] = [
  ['400', status(400, 'messages: at least one message is required')],
  ['422', status(422, 'stop: field required')],
  ['400 of a content filter', status(400, 'The response was filtered by the content management policy')],
  ['403 of a moderation', status(403, 'Your input was flagged by moderation')],
  [
    'a refusal of content in the first piece',
    streamError('Output blocked by content filtering policy: content_filter'),
  ],
  ['an unknown error in the first piece', streamError('Something is odd')],
]

for (const [what, script] of FINAL)
  test(`no other model gets a request that was refused with ${what} [models.final]`, async (t) => {
    const { agent, first, second } = await startPair(t)
    first.otherwise(script)
    const { error } = await agent.run('hi')
    assert.ok(error instanceof ModelFailure)
    assert.equal(second.requests.length, 0)
    assert.deepEqual(
      agent.usage.map(({ outcome, model }) => [outcome, model]),
      [['failed', FIRST]],
    )
  })

test('a filtered answer is an answer, and no other model gets the request [models.final]', async (t) => {
  const { agent, first, second } = await startPair(t)
  first.otherwise((answer) => {
    answer.finish('content_filter')
    answer.done()
  })
  assert.equal((await agent.run('hi')).finish?.reason, 'content-filter')
  assert.equal(second.requests.length, 0)
})

for (const [what, begin] of [
  ['text', (answer) => answer.text('half')],
  ['a thought', (answer) => answer.reasoning('Hm')],
] satisfies [string, (answer: Parameters<UpstreamScript>[0]) => void][])
  test(`after a piece with ${what}, a broken stream ends the turn, and the next turn uses another model [models.final] [models.health]`, async (t) => {
    const { agent, first, second } = await startPair(t)
    first.otherwise((answer) => {
      begin(answer)
      answer.breakMidChunk()
    })
    const { error } = await agent.run('hi')
    assert.ok(error instanceof ModelFailure)
    assert.equal(error.code, 'unavailable')
    assert.equal(second.requests.length, 0)
    assert.equal((await agent.run('go on')).finish?.model, SECOND)
    assert.equal(first.requests.length, 1)
  })

test('a turn that the person stops goes to no other model [models.final]', async (t) => {
  const { agent, first, second } = await startPair(t)
  const stop = new AbortController()
  first.otherwise((answer) => {
    answer.head()
    stop.abort()
  })
  const { finish } = await agent.run('hi', { signal: stop.signal })
  assert.equal(finish?.reason, 'aborted')
  assert.equal(second.requests.length, 0)
  first.otherwise(says('from first'))
  assert.equal((await agent.run('hi')).text, 'from first')
})

test('if no model answers, the error names each of them, and a temporary failure counts most [models.fallback]', async (t) => {
  const { agent, first, second } = await startPair(t)
  first.otherwise(status(401))
  second.otherwise(status(503, 'down', { 'retry-after': '30' }))
  const { error } = await agent.run('hi')
  assert.ok(error instanceof ModelFailure)
  assert.equal(error.code, 'unavailable')
  assert.match(error.message, /compatible\/first: .*\(401\).*compatible\/second: .*\(503\)/)
  assert.doesNotMatch(error.message, /test-key/)
})

test('a model that fails is avoided for a growing time and then probed by one turn [models.health]', async (t) => {
  const clock = testClock()
  const { agent, first, second } = await startPair(t, { clock })
  first.otherwise(status(402))
  const unhealthyMs = async () => {
    const before = first.requests.length
    await agent.run('hi')
    assert.equal(first.requests.length, before + 1, 'the turn probes the model')
    return Number(agent.events.findLast(({ name }) => name === 'modelMisconfigured')?.fields['delayMs'])
  }
  for (const delay of [30_000, 60_000, 120_000, 240_000, 480_000, 900_000, 900_000]) {
    assert.equal(await unhealthyMs(), delay)
    clock.advance(delay - 1)
    const asked = first.requests.length
    assert.equal((await agent.run('hi')).finish?.model, SECOND)
    assert.equal(first.requests.length, asked, 'the model is avoided')
    clock.advance(1)
  }
  assert.match(agent.problems()[0]!.message, /“compatible\/first” fails \(402: no credit is left\)/)
  const gate = Promise.withResolvers<void>()
  first.otherwise(async (answer, request) => {
    await gate.promise
    await says('from first')(answer, request)
  })
  const arrived = first.nextRequest()
  const probing = agent.run('hi')
  await arrived
  assert.equal((await agent.run('hi')).finish?.model, SECOND, 'other turns avoid the model during the probe')
  gate.resolve()
  assert.equal((await probing).finish?.model, FIRST)
  assert.equal((await agent.run('hi')).finish?.model, FIRST)
  assert.deepEqual(agent.problems(), [])
  assert.equal(agent.events.filter(({ name }) => name === 'modelRecovered').length, 1)
  assert.ok(second.requests.length > 0)
})

test('a longer Retry-After of the provider applies, and all unhealthy models are still tried [models.health]', async (t) => {
  const clock = testClock()
  const { agent, first, second } = await startPair(t, { clock })
  first.otherwise(status(429, 'busy', { 'retry-after': '120' }))
  await agent.run('hi')
  clock.advance(119_000)
  await agent.run('hi')
  assert.equal(first.requests.length, 1)
  second.otherwise(status(402))
  assert.ok((await agent.run('hi')).error instanceof ModelFailure)
  assert.equal(first.requests.length, 2, 'the first model is tried although it is unhealthy')
  first.otherwise(says('back'))
  assert.equal((await agent.run('hi')).text, 'back')
})

test('models that stay silent share the time of one model [models.wait]', async (t) => {
  const clock = testClock()
  const { agent, first, second } = await startPair(t, { clock, silenceMs: 120_000 })
  first.otherwise((answer) => answer.head())
  second.otherwise((answer) => answer.head())
  const startedAt = clock.now()
  const running = agent.run('hi')
  for (const server of [first, second]) {
    if (server.requests.length === 0) await server.nextRequest()
    await clock.sleeperFor(60_000)
    clock.advance(60_000)
  }
  const { error } = await running
  assert.ok(error instanceof ModelFailure)
  assert.equal(error.code, 'timeout')
  assert.match(error.message, /sent nothing for 60 s.*sent nothing for 60 s/)
  assert.equal(clock.now() - startedAt, 120_000)
})

test('a model that has begun its answer may be silent as long as a single model [models.wait]', async (t) => {
  const clock = testClock()
  const { agent, first } = await startPair(t, { clock, silenceMs: 120_000 })
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  first.otherwise(async (answer) => {
    answer.text('slow ')
    begun.resolve()
    await gate.promise
    answer.text('answer')
    answer.finish('stop')
    answer.done()
  })
  const pieces: string[] = []
  for await (const event of agent.stream('hi')) {
    if (event.type !== 'text') continue
    pieces.push(event.text)
    if (pieces.length > 1) continue
    setImmediate(async () => {
      await clock.sleeperFor(60_000)
      clock.advance(110_000)
      gate.resolve()
    })
  }
  assert.deepEqual(pieces, ['slow ', 'answer'])
})

test('each request of a turn may go to another model; the usage has the price and name of each [models.named]', async (t) => {
  const { agent, first, second } = await startPair(t)
  first.script(calls({ name: 'list_files', input: {} }))
  first.otherwise(status(401))
  const { finish, text } = await agent.run('list')
  assert.equal(text, 'from second')
  assert.equal(finish?.model, SECOND)
  const used = [
    { input: 11, output: 5, cached: 0, model: FIRST },
    { input: 7, output: 3, cached: 0, model: SECOND },
  ]
  assert.deepEqual(agent.usage[0]?.calls, used)
  assert.equal(agent.usage[0]?.model, SECOND)
  assert.deepEqual(finish?.usage, { input: 18, output: 8, cached: 0, reasoning: 0, calls: used })
  const history = second.requests[0]!.body.messages!
  assert.equal(history.at(-1)!.role, 'tool')
})

test('a turn stays with the model that answered its first request [models.named]', async (t) => {
  const { agent, first, second } = await startPair(t)
  first.script(status(401))
  first.otherwise(says('from first'))
  second.script(calls({ name: 'list_files', input: {} }), says('done'))
  const { finish } = await agent.run('list')
  assert.equal(finish?.model, SECOND)
  assert.equal(first.requests.length, 1)
})

const PICTURE = { type: 'file', mediaType: 'image/png', data: pngOf(3), filename: 'leaf.png' } as const

test('a picture goes to the next model if the first accepts none, now and later [models.abilities]', async (t) => {
  const { agent, first, second } = await startPair(t)
  first.otherwise((answer, request) =>
    /image_url/.test(request.text)
      ? answer.status(400, { error: { message: 'This model does not support image input' } })
      : says('from first')(answer, request),
  )
  const withPicture = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'look' }, PICTURE] }]
  assert.equal((await agent.run(withPicture)).text, 'from second')
  assert.match(second.requests[0]!.text, /image_url/)
  assert.equal(first.requests.length, 1)
  assert.equal((await agent.run(withPicture)).text, 'from second')
  assert.equal(first.requests.length, 1)
  assert.deepEqual(
    agent.events.filter(({ name }) => name === 'modelSkipped').map(({ fields }) => fields),
    [{ model: FIRST, lacks: 'pictures' }],
  )
  assert.equal((await agent.run('no picture')).text, 'from first')
})

test('if no model of the list accepts pictures, the answer says so [models.abilities]', async (t) => {
  const { agent, first, second } = await startPair(t)
  for (const server of [first, second])
    server.otherwise((answer, request) =>
      /image_url/.test(request.text)
        ? answer.status(400, { error: { message: 'This model does not support image input' } })
        : says('blind')(answer, request),
    )
  const { text, error } = await agent.run([
    { role: 'user', parts: [{ type: 'text', text: 'look' }, PICTURE] },
  ])
  assert.equal(error, undefined)
  assert.match(text, /leaf\.png.*blind/s)
})

test('a turn with tools goes to a model that can use them; if none can, the error says so [models.abilities]', async (t) => {
  const { agent, first, second } = await startPair(t)
  first.otherwise(status(400, 'registry/first does not support tools'))
  assert.equal((await agent.run('hi')).text, 'from second')
  assert.equal((await agent.run('hi')).text, 'from second')
  assert.equal(first.requests.length, 1)
  assert.deepEqual(
    agent.events.filter(({ name }) => name === 'modelSkipped').map(({ fields }) => fields),
    [{ model: FIRST, lacks: 'tools' }],
  )
  second.otherwise(status(400, 'registry/second does not support tools'))
  const { error } = await agent.run('hi')
  assert.ok(error instanceof ModelFailure)
  assert.match(error.message, /“second” can’t use tools/)
})

test('a list of one model behaves like the model [models.fallback]', async (t) => {
  const { first, second } = await startPair(t)
  const agent = await startTestAgent(t, { agent: { model: [FIRST] }, servers: { [FIRST]: first.url } })
  first.otherwise(status(401))
  const { error } = await agent.run([userSays('hi')])
  assert.ok(error instanceof ModelFailure)
  assert.match(error.message, /^The model server refused the key/)
  assert.equal(second.requests.length, 0)
})

const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }

const json =
  (code: number, body: object): UpstreamScript =>
  (answer) =>
    answer.status(code, body, { 'retry-after': '0' })

const PROVIDERS: [model: string, what: string, script: UpstreamScript, reason: string | null][] = [
  ['anthropic/claude-x', 'an overloaded server', json(529, overloaded), 'temporary'],
  [
    'anthropic/claude-x',
    'an overloaded server in the first event',
    (answer) => answer.whole(`event: error\ndata: ${JSON.stringify(overloaded)}\n\n`),
    'temporary',
  ],
  [
    'anthropic/claude-x',
    'an account without credit',
    json(400, {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'Your credit balance is too low to access the Anthropic API.',
      },
    }),
    'quota',
  ],
  [
    'anthropic/claude-x',
    'a content filter',
    json(400, {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'Output blocked by content filtering policy' },
    }),
    null,
  ],
  [
    'openai/gpt-x',
    'an account without quota',
    json(429, {
      error: {
        message: 'Check your plan and billing details.',
        type: 'insufficient_quota',
        code: 'insufficient_quota',
      },
    }),
    'quota',
  ],
  [
    'openai/gpt-x',
    'an unknown model',
    json(404, {
      error: {
        message: 'The model `gpt-x` does not exist.',
        type: 'invalid_request_error',
        code: 'model_not_found',
      },
    }),
    'setup',
  ],
  [
    'openai/gpt-x',
    'a safety system',
    json(400, {
      error: { message: 'Your request was rejected by our safety system.', code: 'moderation_blocked' },
    }),
    null,
  ],
  [
    'google/gemini-x',
    'a wrong key',
    json(400, {
      error: {
        code: 400,
        message: 'API key not valid. Please pass a valid API key.',
        status: 'INVALID_ARGUMENT',
      },
    }),
    'setup',
  ],
  [
    'google/gemini-x',
    'an overloaded model',
    json(503, { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }),
    'temporary',
  ],
  [
    'google/gemini-x',
    'an exhausted quota',
    json(429, {
      error: { code: 429, message: 'You exceeded your current quota.', status: 'RESOURCE_EXHAUSTED' },
    }),
    'quota',
  ],
]

for (const [model, what, script, reason] of PROVIDERS)
  test(`${model}: ${reason ? 'the next model answers' : 'no other model gets the request'} after ${what} [${reason ? 'models.fallback' : 'models.final'}]`, async (t) => {
    await using first = await startUpstream()
    await using second = await startUpstream()
    first.otherwise(script)
    second.otherwise(says('from second'))
    const agent = await startTestAgent(t, {
      agent: { model: [model, SECOND] },
      servers: { [model]: first.url, [SECOND]: second.url },
    })
    const { text, error } = await agent.run('hi')
    assert.equal(error === undefined, reason !== null)
    assert.equal(text, reason === null ? '' : 'from second')
    const fellBack = agent.events.find(({ name }) => name === 'modelFellBack')
    assert.equal(fellBack?.fields['reason'] ?? null, reason)
  })
