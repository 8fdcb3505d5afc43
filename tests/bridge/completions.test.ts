import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import OpenAI from 'openai'
import { openStore } from '#ground/store/store.ts'
import { person, refusalOf, readText, saying, startTestBridge } from '../support/bridge.ts'
import { storeOf } from '../support/own-services.ts'

test('an answer is one completion object with usage [bridge.completion]', async (t) => {
  const bridge = await startTestBridge(t)
  const completion = await bridge.client().chat.completions.create({
    model: 'garden',
    messages: [{ role: 'user', content: '/say Good morning' }],
  })
  assert.match(completion.id, /^chatcmpl-[0-9a-f]{32}$/)
  assert.equal(completion.object, 'chat.completion')
  assert.equal(completion.model, 'garden')
  assert.equal(completion.choices[0]!.message.content, 'Good morning')
  assert.equal(completion.choices[0]!.finish_reason, 'stop')
  assert.ok(completion.usage!.prompt_tokens > 0)
  assert.equal(
    completion.usage!.total_tokens,
    completion.usage!.prompt_tokens + completion.usage!.completion_tokens,
  )
})

test('every role and unknown fields are accepted', async (t) => {
  const bridge = await startTestBridge(t)
  const response = await bridge.complete({
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'developer', content: [{ type: 'text', text: 'Be kind.' }] },
      { role: 'user', content: 'What is the weather?', name: 'ann' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 't1', type: 'function', function: { name: 'weather', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 't1', content: 'Sunny' },
      { role: 'tool', tool_call_id: 'lost', content: 'Nobody asked' },
      { role: 'assistant', content: 'It is sunny.' },
      { role: 'user', content: [{ type: 'text', text: '/say Thanks' }] },
    ],
    temperature: 0.5,
    max_tokens: 100,
    stop: ['END'],
    n: 1,
    tools: [],
    logit_bias: null,
    service_tier: 'auto',
    session_id: 'x',
  })
  assert.equal(await readText(response), 'Thanks')
})

const REFUSED: [string, string, unknown][] = [
  ['no body', '', null],
  ['broken JSON', '{"messages":[', null],
  ['a list', '[]', null],
  ['a text', '"hi"', null],
  ['null', 'null', null],
  ['a number', '7', null],
  ['no messages', '{}', 'messages'],
  ['an empty list of messages', '{"messages":[]}', 'messages'],
  ['messages that are a text', '{"messages":"hi"}', 'messages'],
  ['a message that is null', '{"messages":[null]}', 'messages[0]'],
  ['a role nobody has', '{"messages":[{"role":"king","content":"hi"}]}', 'messages[0].role'],
  ['content that is a number', '{"messages":[{"role":"user","content":5}]}', 'messages[0].content'],
  [
    'a part of an unknown kind',
    '{"messages":[{"role":"user","content":[{"type":"video"}]}]}',
    'messages[0].content[0].type',
  ],
  ['an empty prompt', '{"messages":[{"role":"user","content":""}]}', 'messages'],
  ['a prompt of white space', '{"messages":[{"role":"user","content":" \\n\\t\\u00a0\\u200b"}]}', 'messages'],
  [
    'a prompt of empty parts',
    '{"messages":[{"role":"user","content":[{"type":"text","text":" "}]}]}',
    'messages',
  ],
  ['no prompt at all', '{"messages":[{"role":"system","content":"Be brief."}]}', 'messages'],
  ['a wish for two answers', '{"messages":[{"role":"user","content":"hi"}],"n":2}', 'n'],
  ['stream that is a text', '{"messages":[{"role":"user","content":"hi"}],"stream":"yes"}', 'stream'],
]

test('bodies that ask for nothing sensible are refused with 400 and leave nothing behind [bridge.bad-request]', async (t) => {
  const bridge = await startTestBridge(t)
  for (const [name, body, param] of REFUSED) {
    const refusal = await refusalOf(await bridge.complete(body))
    assert.equal(refusal.status, 400, name)
    assert.equal(refusal.type, 'invalid_request_error', name)
    assert.equal(refusal.param, param, name)
  }
  assert.deepEqual(await bridge.chatPaths(), [])
})

test('the official client reads refusals as its own error classes [bridge.bad-request]', async (t) => {
  const bridge = await startTestBridge(t)
  const empty = { model: 'garden', messages: [] }
  await assert.rejects(bridge.client().chat.completions.create(empty), OpenAI.BadRequestError)
  await assert.rejects(
    bridge.client({ apiKey: 'wrong' }).chat.completions.create(empty),
    OpenAI.AuthenticationError,
  )
  await assert.rejects(bridge.client().models.retrieve('other'), OpenAI.NotFoundError)
})

test('a conversation of ten thousand messages is answered', async (t) => {
  const bridge = await startTestBridge(t)
  const messages = Array.from({ length: 10_000 }, (_, index) => ({
    role: index % 2 ? 'assistant' : 'user',
    content: `message ${index}`,
  }))
  const response = await bridge.complete({ messages: [...messages, { role: 'user', content: '/say done' }] })
  assert.equal(await readText(response), 'done')
})

test('a body larger than any allowed request is refused by its length alone [bridge.attachment-limit]', async (t) => {
  const bridge = await startTestBridge(t, { environment: { SVC_MAX_UPLOAD_BYTES: '1000' } })
  const refusal = await refusalOf(await bridge.complete(saying('x'.repeat(5 * 1024 * 1024))))
  assert.deepEqual([refusal.status, refusal.code], [413, 'too_large'])
})

test('a turn enters the history with person, content and outcome', async (t) => {
  const bridge = await startTestBridge(t)
  await (
    await bridge.complete(saying('/say Hello'), {
      ...person('Ann@Example.com '),
      'x-svc-surface': 'teamchat',
    })
  ).json()
  const [turn, ...others] = await bridge.history()
  const { id, at, usage, model, ...rest } = turn!
  assert.equal(others.length, 0)
  assert.match(String(id), /^[0-9a-f-]{36}$/)
  assert.ok(Math.abs(Date.parse(String(at)) - Date.now()) < 60_000)
  assert.ok((usage as { input: number }).input > 0)
  assert.match(String(model), /^offline/)
  assert.deepEqual(rest, {
    email: 'ann@example.com',
    surface: 'teamchat',
    prompt: '/say Hello',
    answer: 'Hello',
    tools: [],
    outcome: 'stop',
  })
})

const UNCLEAR = [person('a@x.org, b@x.org'), person('a b@x.org'), { 'x-svc-surface': '../x' }] as Record<
  string,
  string
>[]

test('identity headers without a definite person are refused [bridge.identity]', async (t) => {
  const bridge = await startTestBridge(t)
  for (const headers of UNCLEAR) {
    const refusal = await refusalOf(await bridge.complete(saying('hi'), headers))
    assert.deepEqual([refusal.status, refusal.code], [400, 'invalid_identity'])
  }
})

test('the identity header family follows the configuration, and X-Svc-User works beside it [bridge.identity]', async (t) => {
  const bridge = await startTestBridge(t, { environment: { SVC_CHATAPP_HEADER_PREFIX: 'X-OpenWebUI' } })
  await bridge.complete(saying('/say 1'), { 'x-openwebui-user-email': 'ann@x.org' })
  await bridge.complete(saying('/say 2'), { 'x-svc-user': 'svc:ci' })
  await bridge.complete(saying('/say 3'), person('eve@x.org'))
  const turns = (await bridge.history()).map((turn) => [turn['prompt'], turn['email']])
  assert.deepEqual(Object.fromEntries(turns), { '/say 1': 'ann@x.org', '/say 2': 'svc:ci', '/say 3': null })
})

test('the ledger contains the usage of every turn after the bridge has stopped', async (t) => {
  const bridge = await startTestBridge(t)
  await bridge.complete(saying('/say hi', { chat_id: 'c1' }), person('ann@example.com'))
  await bridge.complete(saying('Title?'), { 'x-svc-task': 'title_generation' })
  await bridge[Symbol.asyncDispose]()
  await using store = await openStore(await storeOf(join(bridge.hubFolder, '.svc')))
  const turns = await store.db
    .selectFrom('usage_turns')
    .select(['hub', 'email', 'chat_id', 'outcome'])
    .execute()
  assert.deepEqual(turns, [{ hub: 'garden', email: 'ann@example.com', chat_id: 'c1', outcome: 'stop' }])
})

test('a body may begin with a byte order mark [bridge.completion]', async (t) => {
  const bridge = await startTestBridge(t)
  const body = JSON.stringify({ model: 'garden', messages: [{ role: 'user', content: '/say hello' }] })
  assert.equal((await bridge.complete(`\uFEFF${body}`)).status, 200)
})
