import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ModelFailure, type Message } from '#core/agent/model/model.ts'
import { startTestAgent, userSays } from '../support/agent.ts'
import { says, startUpstream, type UpstreamBody, type UpstreamScript } from '../support/upstream.ts'

const LONG = 'The garden has roses, tulips and an old apple tree by the wall. '.repeat(60)

const longTalk = (turns: number): Message[] =>
  Array.from({ length: turns }, (_, turn): Message[] => [
    userSays(`Question ${turn}: ${LONG}`),
    { role: 'assistant', text: `Answer ${turn}: ${LONG}`, toolCalls: [] },
  ]).flat()

/** Summaries are asked for without tools and under instructions of their own. */
const isSummary = (body: UpstreamBody) => /condense/.test(String(body.messages?.[0]?.content))

const answering: UpstreamScript = (answer, request) =>
  says(isSummary(request.body) ? 'They talked about a garden.' : 'Fine.')(answer, request)

const NOTICE =
  /^_The older messages of this chat no longer fit, so I work from a summary of them\._\n\nFine\.$/

test('what is too long for the model is summarised, and the answer says so in one line [bridge.context]', async (t) => {
  await using upstream = await startUpstream()
  upstream.otherwise(answering)
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [], deps: { contextTokens: 8192 } })
  const { text, finish, error } = await agent.run([...longTalk(8), userSays('And now?')])
  assert.equal(error, undefined)
  assert.match(text, NOTICE)
  const sent = upstream.requests.at(-1)!.body.messages!
  assert.ok(JSON.stringify(sent).length < 8192 * 3.2)
  assert.equal(sent.at(-1)!.content, 'And now?')
  assert.match(JSON.stringify(sent), /They talked about a garden\./)
  assert.doesNotMatch(JSON.stringify(sent), /Question 0:/)
  // The summaries are paid for: 7 + 3 tokens for each request.
  assert.equal(finish!.usage.input, 7 * upstream.requests.length)
})

test('the summary is kept for the chat: the next turns pay for none and say nothing [bridge.context]', async (t) => {
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

test('a size nobody knew is learned from the refusal, once [bridge.context]', async (t) => {
  await using upstream = await startUpstream()
  upstream.otherwise((answer, request) => {
    if (JSON.stringify(request.body.messages).length > 8000 * 4)
      return answer.status(400, {
        error: {
          message:
            "This model's maximum context length is 8192 tokens. However, your messages resulted in 20000 tokens.",
          type: 'invalid_request_error',
          param: 'messages',
          code: 'context_length_exceeded',
        },
      })
    return answering(answer, request)
  })
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [] })
  const talk = [...longTalk(8), userSays('And now?')]
  assert.match((await agent.run(talk)).text, NOTICE)
  const before = upstream.requests.length
  await agent.run(talk)
  assert.equal(upstream.requests.length, before + 1) // neither refused nor summarised again
})

test('a summary that fails does not take the answer away: older messages are left out and the answer says so [bridge.context]', async (t) => {
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

test('messages that nothing makes fit cost other chats none of their room [bridge.context]', async (t) => {
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
