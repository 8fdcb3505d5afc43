import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ModelFailure, type TurnMessage } from '#core/agent/model/model.ts'
import { builtInTools } from '#core/agent/tools/built-in.ts'
import { defineTool, z } from '../../src/index.ts'
import { readText, saying, startTestBridge } from '../support/bridge.ts'
import { testClock } from '../support/clock.ts'
import { startTestAgent, userSays } from '../support/agent.ts'
import { calls, says, startUpstream, type UpstreamBody, type UpstreamScript } from '../support/upstream.ts'

const LONG = 'The garden has roses, tulips and an old apple tree by the wall. '.repeat(60)

const longTalk = (turns: number): TurnMessage[] =>
  Array.from({ length: turns }, (_, turn): TurnMessage[] => [
    userSays(`Question ${turn}: ${LONG}`),
    { role: 'assistant', text: `Answer ${turn}: ${LONG}`, toolCalls: [] },
  ]).flat()

const isSummary = (body: UpstreamBody) => /condense/.test(String(body.messages?.[0]?.content))

const answering: UpstreamScript = (answer, request) =>
  says(isSummary(request.body) ? 'They talked about a garden.' : 'Fine.')(answer, request)

const NOTICE =
  /^_The older messages of this chat no longer fit, so I work from a summary of them\._\n\nFine\.$/

test('a conversation that exceeds the model’s window is summarised, and the answer says so in one line [bridge.context]', async (t) => {
  await using upstream = await startUpstream()
  upstream.otherwise(answering)
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [], deps: { contextTokens: 8192 } })
  const { text, finish, error } = await agent.run([...longTalk(5), userSays('And now?')])
  assert.equal(error, undefined)
  assert.match(text, NOTICE)
  const sent = upstream.requests.at(-1)!.body.messages!
  assert.ok(JSON.stringify(sent).length < 8192 * 3.2)
  assert.equal(sent.at(-1)!.content, 'And now?')
  assert.match(JSON.stringify(sent), /They talked about a garden\./)
  assert.doesNotMatch(JSON.stringify(sent), /Question 0:/)
  // Summaries count as usage: 7 + 3 tokens per request.
  assert.equal(finish!.usage.input, 7 * upstream.requests.length)
})

test('the summary is stored for the chat: the next turns do not pay for it again and do not mention it [bridge.context]', async (t) => {
  await using upstream = await startUpstream()
  upstream.otherwise(answering)
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [], deps: { contextTokens: 8192 } })
  const talk = [...longTalk(8), userSays('And now?')]
  await agent.run(talk)
  const before = upstream.requests.length
  const { text } = await agent.run([
    ...talk,
    { role: 'assistant', text: 'Fine.', toolCalls: [] },
    userSays('More?'),
  ])
  assert.equal(text, 'Fine.')
  assert.equal(upstream.requests.length, before + 1)
  assert.match(JSON.stringify(upstream.requests.at(-1)!.body.messages), /They talked about a garden\./)
})

test('a changed beginning is not answered from the old summary [bridge.context]', async (t) => {
  await using upstream = await startUpstream()
  upstream.otherwise(answering)
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [], deps: { contextTokens: 8192 } })
  await agent.run([...longTalk(8), userSays('And now?')])
  const before = upstream.requests.length
  await agent.run([userSays('Something else'), ...longTalk(8), userSays('And now?')])
  assert.ok(upstream.requests.slice(before).some(({ body }) => isSummary(body)))
})

test('an unknown window size is learned from the refusal, once [bridge.context]', async (t) => {
  await using upstream = await startUpstream()
  upstream.otherwise((answer, request) => {
    if (JSON.stringify(request.body.messages).length > 8000 * 4)
      return answer.status(400, {
        error: {
          message:
            "This model's maximum context length is 8192 tokens. However, your messages resulted in 10500 tokens.",
          type: 'invalid_request_error',
          param: 'messages',
          code: 'context_length_exceeded',
        },
      })
    return answering(answer, request)
  })
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [] })
  const talk = [...longTalk(5), userSays('And now?')]
  assert.match((await agent.run(talk)).text, NOTICE)
  const before = upstream.requests.length
  await agent.run(talk)
  assert.equal(upstream.requests.length, before + 1)
})

test('a failing summary does not prevent the answer: older messages are left out and the answer says so [bridge.context]', async (t) => {
  await using upstream = await startUpstream()
  upstream.otherwise((answer, request) =>
    isSummary(request.body)
      ? answer.status(400, { error: { message: 'no' } })
      : says('Fine.')(answer, request),
  )
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [], deps: { contextTokens: 8192 } })
  const { text } = await agent.run([...longTalk(8), userSays('And now?')])
  assert.match(text, /^_The older messages .* were left out\._\n\nFine\.$/)
})

test('a summary is paid for also when the answer after it fails [bridge.context]', async (t) => {
  await using upstream = await startUpstream()
  upstream.otherwise((answer, request) =>
    isSummary(request.body)
      ? says('They talked about a garden.')(answer, request)
      : answer.status(400, { error: { message: 'no' } }),
  )
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [], deps: { contextTokens: 8192 } })
  const { error } = await agent.run([...longTalk(8), userSays('And now?')])
  assert.ok(error)
  const summaries = upstream.requests.filter(({ body }) => isSummary(body)).length
  assert.ok(summaries > 0)
  assert.deepEqual(
    agent.usage.map(({ outcome, input, output }) => [outcome, input, output]),
    [['failed', 7 * summaries, 3 * summaries]],
  )
})

test('old tool results and pictures go first, before anything is summarised [bridge.context]', async (t) => {
  await using upstream = await startUpstream()
  upstream.otherwise(answering)
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [], deps: { contextTokens: 8192 } })
  const picture = { type: 'file', mediaType: 'image/png', data: Buffer.from('x'), filename: 'a.png' } as const
  const { text } = await agent.run([
    { role: 'user', parts: [{ type: 'text', text: 'Read it' }, picture] },
    { role: 'assistant', text: '', toolCalls: [{ id: 'c1', name: 'read_file', input: '{}' }] },
    { role: 'tool', results: [{ id: 'c1', name: 'read_file', text: 'x'.repeat(60_000), failed: false }] },
    { role: 'assistant', text: 'Read.', toolCalls: [] },
    userSays('Thanks'),
  ])
  assert.equal(text, 'Fine.')
  assert.equal(upstream.requests.length, 1)
  const sent = JSON.stringify(upstream.requests[0]!.body.messages)
  assert.match(sent, /characters left out; call the tool again/)
  assert.match(sent, /\[Was attached here: a\.png\]/)
})

test('a single message that no model of that size can take is refused in one clear line [bridge.context]', async (t) => {
  await using upstream = await startUpstream()
  upstream.otherwise((answer) =>
    answer.status(400, { error: { message: 'prompt is too long: 90000 tokens > 8192 maximum' } }),
  )
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [], deps: { contextTokens: 8192 } })
  const { error } = await agent.run([userSays('x'.repeat(300_000))])
  assert.ok(error instanceof ModelFailure)
  assert.equal(error.code, 'too_long')
  assert.match(error.message, /too long for “test-model”.*8192 tokens/)
  assert.ok(upstream.requests.length <= 3)
})

test('messages that cannot be shortened do not reduce the window of other chats [bridge.context]', async (t) => {
  await using upstream = await startUpstream()
  const tooLong = { error: { message: 'prompt is too long: 90000 tokens > 8192 maximum' } }
  upstream.otherwise((answer, request) =>
    JSON.stringify(request.body.messages).length > 8192 * 4
      ? answer.status(400, tooLong)
      : answering(answer, request),
  )
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [], deps: { contextTokens: 8192 } })
  for (let n = 1; n <= 3; n++)
    assert.ok((await agent.run([userSays('x'.repeat(300_000))])).error instanceof ModelFailure)
  assert.equal(upstream.requests.length, 3, 'what is hopeless is asked once')
  const talk = [...longTalk(1), userSays(`And now? ${LONG}`)]
  assert.equal((await agent.run(talk)).text, 'Fine.')
  assert.equal(upstream.requests.length, 4, 'nothing was summarised')
})

test('an answer that was asked to be longer than the model can costs other chats no room either [bridge.context]', async (t) => {
  await using upstream = await startUpstream()
  const message =
    "This model's maximum context length is 8192 tokens. However, you requested 9030 tokens (30 in the messages, 9000 in the completion)."
  upstream.otherwise((answer, request) =>
    request.body['max_tokens'] === 9000
      ? answer.status(400, { error: { message } })
      : answering(answer, request),
  )
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [], deps: { contextTokens: 8192 } })
  for (let n = 1; n <= 3; n++) assert.equal((await agent.run('hi', { maxOutputTokens: 9000 })).text, 'Fine.')
  assert.equal(upstream.requests.at(-1)!.body['max_tokens'], 8162)
  const before = upstream.requests.length
  const talk = [...longTalk(1), userSays(`And now? ${LONG}`)]
  assert.equal((await agent.run(talk)).text, 'Fine.')
  assert.equal(upstream.requests.length, before + 1, 'nothing was summarised')
})

test('an unchanged short conversation is sent as it is [bridge.context]', async (t) => {
  await using upstream = await startUpstream()
  upstream.otherwise(answering)
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [], deps: { contextTokens: 8192 } })
  assert.equal((await agent.run('hi')).text, 'Fine.')
  assert.equal(upstream.requests.length, 1)
})

/** About 2,900 estimated tokens, like the nine tools of a Hub. */
const NINE_TOOLS = [
  ...builtInTools,
  ...['one', 'two', 'three'].map((name) =>
    defineTool({
      name,
      description: 'A tool that a Hub offers to its people, and how to use it. '.repeat(33),
      input: z.object({ plant: z.string() }),
      run: () => 'done',
    }),
  ),
]

const countedBy = (factor: number, { messages, tools }: UpstreamBody): number => {
  const texts = messages!.map(
    ({ content, tool_calls }) => `${JSON.stringify(content)}${JSON.stringify(tool_calls ?? '')}`,
  )
  const specs = (tools ?? []).map((tool) => JSON.stringify(tool.function))
  return Math.ceil(([...texts, ...specs].join('').length / 3.2) * factor)
}

/**
 * A server like llama.cpp with a window of `window` tokens: it refuses longer prompts with llama.cpp's message. It
 * counts `factor` times the tokens that the Hub estimates.
 */
const withWindow =
  (window: number, factor: number, reply = 'Fine.'): UpstreamScript =>
  (answer, { body }) => {
    const input = countedBy(factor, body)
    if (input >= window)
      return answer.status(400, {
        error: {
          code: 400,
          type: 'exceed_context_size_error',
          message: `request (${input} tokens) exceeds the available context size (${window} tokens), try increasing it`,
        },
      })
    const text = isSummary(body) ? `They talked about a garden. ${LONG.slice(0, 1500)}` : reply
    answer.text(text)
    answer.finish('stop')
    answer.usage({ input, output: Math.ceil(text.length / 4) })
    answer.done()
  }

for (const factor of [0.7, 1, 1.3])
  test(`a chat of 50 messages goes on with nine tools and a window of 5120, where the server counts ${factor} of our tokens [bridge.context]`, async (t) => {
    await using upstream = await startUpstream()
    upstream.otherwise(withWindow(5120, factor, `Fine. ${LONG.slice(0, 400)}`))
    const agent = await startTestAgent(t, {
      upstream: upstream.url,
      tools: NINE_TOOLS,
      deps: { contextTokens: 5120 },
    })
    const talk: TurnMessage[] = []
    let refusals = 0
    for (let n = 0; n < 50; n++) {
      talk.push(userSays(`Question ${n}: ${LONG.slice(0, 100 + ((n * 97) % 500))}`))
      const before = upstream.requests.length
      const { text, error } = await agent.run(talk)
      assert.equal(error, undefined, `message ${n}: ${String(error)}`)
      const sent = upstream.requests.slice(before)
      const summaries = sent.filter(({ body }) => isSummary(body)).length
      assert.ok(summaries <= 3, `message ${n} took ${summaries} summaries`)
      refusals += sent.filter(({ body }) => countedBy(factor, body) >= 5120).length
      assert.ok(JSON.stringify(sent.at(-1)!.body.messages).includes(`Question ${n}:`))
      talk.push({ role: 'assistant', text, toolCalls: [] })
    }
    assert.ok(refusals <= 3, `${refusals} requests were refused`)
  })

test('a chat continues without its summary, and says once that messages were left out [bridge.context]', async (t) => {
  await using upstream = await startUpstream()
  const server = withWindow(5120, 1)
  upstream.otherwise((answer, request) =>
    isSummary(request.body) ? answer.status(400, { error: { message: 'no' } }) : server(answer, request),
  )
  const agent = await startTestAgent(t, {
    upstream: upstream.url,
    tools: NINE_TOOLS,
    deps: { contextTokens: 5120 },
  })
  const talk = longTalk(4)
  const texts: string[] = []
  for (let n = 0; n < 4; n++) {
    talk.push(userSays(`And now, ${n}?`))
    const { text, error } = await agent.run(talk)
    assert.equal(error, undefined)
    texts.push(text)
    talk.push({ role: 'assistant', text, toolCalls: [] })
  }
  assert.match(texts[0]!, /were left out\._\n\nFine\.$/)
  assert.deepEqual(texts.slice(1), ['Fine.', 'Fine.', 'Fine.'])
})

test('a long answer with many steps continues: its older results are cut, then its older steps are left out [bridge.context]', async (t) => {
  await using upstream = await startUpstream()
  const server = withWindow(6144, 1, 'Done.')
  let steps = 0
  upstream.otherwise((answer, request) => {
    if (countedBy(1, request.body) >= 6144 || ++steps > 20) return server(answer, request)
    return calls({ name: 'list_files', input: { path: `files/${'x'.repeat(900)}${steps}` } })(answer, request)
  })
  const agent = await startTestAgent(t, { upstream: upstream.url, deps: { contextTokens: 6144 } })
  const { text, error, tools } = await agent.run('Look everywhere')
  assert.equal(error, undefined)
  assert.equal(text, 'Done.')
  assert.ok(tools.length > 18)
  assert.match(
    JSON.stringify(upstream.requests.at(-1)!.body.messages),
    /Look everywhere.*Earlier steps of the answer/,
  )
})

test('the summary is shown while it is made, takes at most three requests, and says what it omits [bridge.context]', async (t) => {
  await using upstream = await startUpstream()
  upstream.otherwise(answering)
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [], deps: { contextTokens: 8192 } })
  const { text, tools } = await agent.run([...longTalk(40), userSays('And now?')])
  assert.match(text, /summary of their newer part, and the oldest were left out\._\n\nFine\.$/)
  assert.equal(upstream.requests.length, 4)
  assert.doesNotMatch(upstream.requests[0]!.text, /Question 0:/)
  assert.deepEqual(
    tools.map(({ title, state }) => [title, state]),
    [
      ['Summarising older messages', 'running'],
      ['Summarised older messages', 'done'],
    ],
  )
  const bound = Math.floor(8192 / 8)
  for (const { body } of upstream.requests.slice(0, 3)) assert.equal(body['max_tokens'], bound)
})

test('a learned size is forgotten after minutes, and at the first success beyond it [bridge.context]', async (t) => {
  await using upstream = await startUpstream()
  const clock = testClock()
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [], clock })
  const learn = async () => {
    upstream.otherwise(withWindow(4096, 1))
    assert.equal((await agent.run([...longTalk(3), userSays('And now?')])).error, undefined)
    upstream.otherwise(withWindow(16_384, 1))
  }
  const isSentWhole = async (talk: TurnMessage[]) => {
    const before = upstream.requests.length
    assert.equal((await agent.run(talk)).error, undefined)
    return upstream.requests.length === before + 1 && upstream.requests.at(-1)!.text.includes('Question 0:')
  }
  await learn()
  assert.ok(!(await isSentWhole([userSays(`Question 0: ${LONG}`), ...longTalk(2), userSays('More?')])))
  clock.advance(11 * 60_000)
  assert.ok(await isSentWhole([...longTalk(3), userSays('More?')]))
  await learn()
  assert.equal((await agent.run(`Long ${LONG.repeat(4)}`)).error, undefined)
  assert.ok(await isSentWhole([...longTalk(3), userSays('More?')]))
})

test('a configured size wins over a refusal: that turn alone is shortened, and the log names both [bridge.context]', async (t) => {
  await using upstream = await startUpstream()
  upstream.otherwise(withWindow(4096, 1))
  const agent = await startTestAgent(t, {
    upstream: upstream.url,
    tools: [],
    deps: { contextTokens: 16_384 },
  })
  assert.equal((await agent.run([...longTalk(3), userSays('And now?')])).error, undefined)
  const warnings = agent.events.filter(({ name }) => name === 'windowMisconfigured')
  assert.deepEqual(warnings, [
    {
      name: 'windowMisconfigured',
      fields: { model: 'compatible/test-model', configured: 16_384, named: 4096 },
    },
  ])
  upstream.otherwise(withWindow(16_384, 1))
  const before = upstream.requests.length
  assert.equal((await agent.run([...longTalk(3), userSays('And now, again?')])).text, 'Fine.')
  assert.equal(upstream.requests.length, before + 1)
})

test('without a configured window size, the size from the model server applies [bridge.context]', async (t) => {
  await using upstream = await startUpstream()
  upstream.namesWindow(4096)
  upstream.otherwise(withWindow(4096, 1))
  const bridge = await startTestBridge(t, {
    environment: { SVC_MODEL: 'compatible/m', SVC_MODEL_BASE_URL: upstream.url },
  })
  const messages = Array.from({ length: 5 }, (_, n) => ({
    role: n % 2 === 0 ? 'user' : 'assistant',
    content: `Message ${n}: ${LONG.slice(0, 3000)}`,
  }))
  const response = await bridge.complete({
    model: 'garden',
    messages: [...messages, ...saying('And now?').messages],
  })
  assert.match(await readText(response), /^_The older messages.*_\n\nFine\.$/)
  assert.ok(upstream.requests.every(({ body }) => countedBy(1, body) < 4096))
})

test('a window too small for instructions and tools is reported as such, after one request, and logged [bridge.context]', async (t) => {
  await using upstream = await startUpstream()
  upstream.otherwise(withWindow(1536, 1))
  for (const contextTokens of [null, 2048]) {
    const agent = await startTestAgent(t, {
      upstream: upstream.url,
      tools: NINE_TOOLS,
      deps: { contextTokens },
    })
    const before = upstream.requests.length
    const { error } = await agent.run('Hello')
    assert.ok(error instanceof ModelFailure)
    assert.equal(error.code, 'too_long')
    assert.match(
      error.message,
      /“test-model” has a context window of 1536 tokens.*alone take about \d{4}, and the question and its answer need room beside them\. Start the model server with a larger window \(llama\.cpp: `-c`/,
    )
    assert.equal(upstream.requests.length, before + 1)
    const logged = agent.events.find(({ name }) => name === 'windowTooSmall')
    assert.equal(logged!.fields['window'], 1536)
    assert.ok(Number(logged!.fields['needed']) > 1536)
  }
})

test('the needed size of instructions and tools is reported in the server’s tokens [bridge.context]', async (t) => {
  const needed: number[] = []
  for (const factor of [1, 1.5]) {
    await using upstream = await startUpstream()
    upstream.otherwise(withWindow(1536, factor))
    const agent = await startTestAgent(t, { upstream: upstream.url, tools: NINE_TOOLS })
    await agent.run('Hello')
    needed.push(Number(agent.events.find(({ name }) => name === 'windowTooSmall')!.fields['needed']))
  }
  assert.ok(Math.abs(needed[1]! / needed[0]! - 1.5) < 0.1, String(needed))
})
