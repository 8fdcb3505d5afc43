import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zodResponseFormat } from 'openai/helpers/zod'
import { z } from 'zod'
import { ChatCompletionRequest } from '#surfaces/bridge/completions/request.ts'
import { refusalOf, readText, saying, startTestBridge } from '../support/bridge.ts'
import { says, startUpstream } from '../support/upstream.ts'

const PASSED_ON: [field: string, value: unknown, sent: string, as?: unknown][] = [
  ['temperature', 0.3, 'temperature'],
  ['top_p', 0.5, 'top_p'],
  ['presence_penalty', -1, 'presence_penalty'],
  ['frequency_penalty', 1.5, 'frequency_penalty'],
  ['seed', 42, 'seed'],
  ['max_tokens', 10, 'max_tokens'],
  ['max_completion_tokens', 11, 'max_tokens'],
  ['stop', 'END', 'stop', ['END']],
  ['stop', ['A', 'B'], 'stop'],
  ['reasoning_effort', 'low', 'reasoning_effort'],
  ['reasoning_effort', 'max', 'reasoning_effort'],
  ['parallel_tool_calls', false, 'parallel_tool_calls'],
  ['tool_choice', 'none', 'tool_choice'],
  ['tool_choice', 'required', 'tool_choice'],
]

test('every setting that is honoured reaches the model [bridge.settings]', async (t) => {
  await using upstream = await startUpstream()
  upstream.otherwise(says('ok'))
  const environment = { SVC_MODEL: 'compatible/test', SVC_MODEL_BASE_URL: upstream.url }
  const bridge = await startTestBridge(t, { environment })
  for (const [field, value, sent, as = value] of PASSED_ON) {
    assert.equal(await readText(await bridge.complete(saying('hi', { [field]: value }))), 'ok', field)
    assert.deepEqual(upstream.requests.at(-1)!.body[sent], as, field)
  }
})

test('a seed of 64 bits reaches the model with its digits, and an effort that the model lacks is lowered [bridge.settings]', async (t) => {
  await using upstream = await startUpstream()
  const environment = { SVC_MODEL: 'compatible/test', SVC_MODEL_BASE_URL: upstream.url }
  const bridge = await startTestBridge(t, { environment })
  const complete = (fields: string) =>
    bridge.complete(`{"messages":[{"role":"user","content":"hi"}],${fields}}`)
  upstream.otherwise(says('ok'))
  for (const seed of ['9007199254740993', '18446744073709551615', '-9223372036854775808', '0']) {
    assert.equal(await readText(await complete(`"seed":${seed}`)), 'ok', seed)
    assert.match(upstream.requests.at(-1)!.text, new RegExp(`"seed":${seed}[,}]`))
  }
  const schema = '{"type":"object","properties":{"id":{"enum":[9007199254740993,9007199254740995]}}}'
  const tool = (parameters: string) =>
    `"tools":[{"type":"function","function":{"name":"find","parameters":${parameters}}}]`
  assert.equal(await readText(await complete(tool(schema))), 'ok')
  assert.match(upstream.requests.at(-1)!.text, /"enum":\[9007199254740993,9007199254740995\]/)
  for (const seed of ['18446744073709551616', '1e30', '1.5', 'true']) {
    const refusal = await refusalOf(await complete(`"seed":${seed}`))
    assert.deepEqual([refusal.status, refusal.param], [400, 'seed'], seed)
  }
  upstream.otherwise((answer, request) => {
    const { seed, reasoning_effort: effort } = request.body
    if (effort === 'max' || effort === 'xhigh')
      return answer.status(400, {
        error: { message: `Invalid value: '${effort}'.`, param: 'reasoning_effort' },
      })
    if (Number(seed) > 2 ** 32)
      return answer.status(400, { error: { message: 'seed must be less than 2^32' } })
    return says('ok')(answer, request)
  })
  assert.equal(await readText(await complete('"reasoning_effort":"max","seed":9007199254740993')), 'ok')
  assert.deepEqual(
    [upstream.requests.at(-1)!.body['reasoning_effort'], upstream.requests.at(-1)!.body['seed']],
    ['high', undefined],
  )
  const before = upstream.requests.length
  assert.equal(await readText(await complete('"reasoning_effort":"max","seed":7')), 'ok')
  assert.deepEqual([upstream.requests.length - before, upstream.requests.at(-1)!.body['seed']], [1, 7])
})

test('a value that the provider refuses is answered with 400 and its words, where the client chose it [bridge.settings]', async (t) => {
  await using upstream = await startUpstream()
  const message = 'top_p must be in (0, 0.9], got 0.95'
  upstream.otherwise((answer, { body }) =>
    body['top_p']
      ? answer.status(400, { error: { message } })
      : answer.status(422, { error: { message: 'no' } }),
  )
  const environment = { SVC_MODEL: 'compatible/test', SVC_MODEL_BASE_URL: upstream.url }
  const bridge = await startTestBridge(t, { environment })
  const own = await bridge.complete(saying('hi', { top_p: 0.95 }))
  assert.deepEqual([own.status, own.headers.get('x-should-retry')], [400, 'false'])
  const { error } = (await own.json()) as { error: Record<string, string> }
  assert.deepEqual(
    [error['type'], error['code'], error['param']],
    ['invalid_request_error', 'model_bad_request', 'top_p'],
  )
  assert.match(error['message']!, /top_p must be in/)
  const other = await bridge.complete(saying('hi'))
  assert.deepEqual([other.status, other.headers.get('x-should-retry')], [502, 'false'])
  assert.equal(upstream.requests.length, 2)
})

const REFUSED: [param: string, value: unknown][] = [
  ['n', 2],
  ['n', 0],
  ['logprobs', true],
  ['top_logprobs', 3],
  ['logit_bias', { 50256: -100 }],
  ['functions', [{ name: 'f' }]],
  ['function_call', 'auto'],
  ['web_search_options', { search_context_size: 'low' }],
  ['temperature', 3],
  ['temperature', 'hot'],
  ['top_p', -0.1],
  ['presence_penalty', 2.1],
  ['frequency_penalty', -3],
  ['seed', 1.5],
  ['seed', 1e21],
  ['seed', '7'],
  ['stop', Array.from({ length: 17 }, () => 'x')],
  ['tool_choice', 'any'],
  ['max_tokens', 0],
  ['max_completion_tokens', -1],
  ['reasoning_effort', 'enormous'],
  ['stop', 5],
  ['parallel_tool_calls', 'no'],
  ['stream', 'yes'],
]

test('a parameter that cannot be honoured is refused with 400 and its name [bridge.settings]', async (t) => {
  const bridge = await startTestBridge(t)
  for (const [param, value] of REFUSED) {
    const refusal = await refusalOf(await bridge.complete(saying('hi', { [param]: value })))
    assert.deepEqual([refusal.status, refusal.param], [400, param], JSON.stringify(refusal))
    assert.match(refusal.message, new RegExp(param))
  }
  const stop = Array.from({ length: 17 }, () => 'x')
  const { message } = await refusalOf(await bridge.complete(saying('hi', { stop })))
  assert.equal(message, 'Invalid value at stop: expected at most 16 texts.')
  for (const [inside, more] of [
    ['modalities[1]', { modalities: ['text', 'audio'] }],
    ['tools[0].type', { tools: [{ type: 'custom', custom: { name: 'x' } }] }],
    ['tools[0].function.name', { tools: [{ type: 'function', function: { name: 'no spaces' } }] }],
    ['tool_choice.type', { tool_choice: { type: 'any' } }],
    ['response_format.type', { response_format: { type: 'xml' } }],
    ['response_format.json_schema', { response_format: { type: 'json_schema' } }],
    [
      'response_format.json_schema.schema',
      { response_format: { type: 'json_schema', json_schema: { name: 'a' } } },
    ],
    [
      'response_format.json_schema.schema',
      { response_format: { type: 'json_schema', json_schema: { name: 'a', schema: null } } },
    ],
    [
      'response_format.json_schema.schema.properties.x.anyOf[1].type',
      {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'a', schema: { properties: { x: { anyOf: [{}, { type: 'date' }] } } } },
        },
      },
    ],
    [
      'response_format.json_schema.schema.properties.x.items.pattern',
      {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'a', schema: { properties: { x: { items: { pattern: '(' } } } } },
        },
      },
    ],
  ] as const) {
    const refusal = await refusalOf(await bridge.complete(saying('hi', more)))
    assert.deepEqual([refusal.status, refusal.param], [400, inside], JSON.stringify(refusal))
  }
})

test('settings that ask for nothing are no reason to refuse [bridge.settings]', async (t) => {
  const bridge = await startTestBridge(t)
  const idle = { n: 1, logprobs: false, top_logprobs: null, logit_bias: {}, functions: [], tools: [] }
  assert.equal(
    await readText(await bridge.complete(saying('/say fine', { ...idle, store: true, x: 1 }))),
    'fine',
  )
  const optional = Object.keys(ChatCompletionRequest.shape).filter((name) => name !== 'messages')
  const nulls = Object.fromEntries(
    [...optional, 'model', 'stream_options', 'store'].map((name) => [name, null]),
  )
  const within = {
    metadata: { chat_id: null, conversation_id: null, time_zone: null },
    tools: [{ type: 'function', function: { name: 'a', description: null, parameters: null, strict: null } }],
    response_format: { type: 'text' },
  }
  for (const more of [nulls, { ...nulls, ...within }])
    assert.equal(await readText(await bridge.complete(saying('/say fine', more))), 'fine')
})

const City = z.object({ city: z.string(), people: z.number() })

test('the official client parses an answer of a given schema [bridge.format]', async (t) => {
  const bridge = await startTestBridge(t)
  const completion = await bridge.client().chat.completions.parse({
    model: 'garden',
    messages: [{ role: 'user', content: '/say {"city":"Rome","people":2800000}' }],
    response_format: zodResponseFormat(City, 'city'),
  })
  assert.deepEqual(completion.choices[0]!.message.parsed, { city: 'Rome', people: 2_800_000 })
})

test('an answer in the wrong format is mended once, and both tries are in the usage [bridge.format]', async (t) => {
  await using upstream = await startUpstream()
  upstream.script(says('Rome, of course!'), says('```json\n{"city":"Rome","people":1}\n```'))
  const environment = { SVC_MODEL: 'compatible/test', SVC_MODEL_BASE_URL: upstream.url }
  const bridge = await startTestBridge(t, { environment })
  const response_format = zodResponseFormat(City, 'city')
  const response = await bridge.complete(saying('Where?', { response_format }))
  const body = (await response.json()) as {
    choices: { message: { content: string } }[]
    usage: { total_tokens: number }
  }
  assert.deepEqual(JSON.parse(body.choices[0]!.message.content), { city: 'Rome', people: 1 })
  assert.equal(body.usage.total_tokens, 20)
  const { $schema: _, ...schema } = response_format.json_schema.schema!
  assert.deepEqual(upstream.requests[0]!.body['response_format'], {
    type: 'json_schema',
    json_schema: { name: 'city', schema, strict: true },
  })
  assert.match(JSON.stringify(upstream.requests[1]!.body.messages!.at(-1)), /can’t be used/)
})

test('an answer that stays in the wrong format is a bad answer, not a wrong one [bridge.format]', async (t) => {
  const bridge = await startTestBridge(t)
  const refusal = await refusalOf(
    await bridge.complete(saying('/say no json', { response_format: { type: 'json_object' } })),
  )
  assert.deepEqual([refusal.status, refusal.code], [502, 'model_bad_answer'])
})

test('answers contain our share of their time, in a header and at the end of a stream [bridge.overhead]', async (t) => {
  await using upstream = await startUpstream()
  const slow = 300
  upstream.otherwise(async (answer) => {
    await new Promise((resolve) => setTimeout(resolve, slow))
    answer.text('late')
    answer.finish('stop')
    answer.done()
  })
  const environment = { SVC_MODEL: 'compatible/test', SVC_MODEL_BASE_URL: upstream.url }
  const bridge = await startTestBridge(t, { environment })
  const startedAt = performance.now()
  const whole = await bridge.complete(saying('hi'))
  const took = performance.now() - startedAt
  const ours = Number(whole.headers.get('x-svc-overhead-ms'))
  assert.ok(ours >= 0 && ours <= took - slow + 5, `${ours} of ${took} ms`)
  const stream = await (await bridge.complete(saying('hi', { stream: true }))).text()
  const [, timing] = /"svc":\{"type":"timing","overhead_ms":([\d.]+)[,}]/.exec(stream) ?? []
  assert.ok(Number(timing) >= 0, stream)
})
