import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import OpenAI from 'openai'
import type { Responses } from 'openai/resources/responses/responses'
import { person, startTestBridge, type TestBridgeOptions } from '../support/bridge.ts'
import { calls, says, startUpstream, type UpstreamScript } from '../support/upstream.ts'

async function bridgeWith(t: TestContext, scripts: UpstreamScript[], options: TestBridgeOptions = {}) {
  const upstream = await startUpstream()
  t.after(() => upstream[Symbol.asyncDispose]())
  upstream.script(...scripts)
  const environment = { SVC_MODEL: 'compatible/test', SVC_MODEL_BASE_URL: upstream.url }
  const bridge = await startTestBridge(t, { ...options, environment })
  const client = bridge.client()
  return { upstream, bridge, client, responses: client.responses }
}

const weather = {
  type: 'function' as const,
  name: 'weather',
  description: 'Weather of a city',
  strict: true,
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const failure = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => assert.fail('it was answered'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof OpenAI.APIError, String(error))
  return error
}
const refusal = async (work: Promise<unknown>) => {
  const { status, code, param } = await failure(work)
  return [status, code, param]
}

test('a response has every field of the schema, and settings reach the model [bridge.responses]', async (t) => {
  const { upstream, responses } = await bridgeWith(t, [says('Good morning')])
  const { data, response } = await responses
    .create({
      model: 'garden',
      instructions: 'Be short.',
      input: 'hi',
      temperature: 0.5,
      max_output_tokens: 40,
      reasoning: { effort: 'low' },
      metadata: { plan: 'a' },
    })
    .withResponse()
  assert.equal(data.output_text, 'Good morning')
  assert.match(data.id, /^resp_[0-9a-f]{40}$/)
  assert.match(response.headers.get('x-svc-chat-id')!, /^first-/)
  const { id, created_at, completed_at, output, output_text: _, ...rest } = data
  assert.ok(created_at > 1e9 && completed_at! >= created_at && id !== '')
  assert.deepEqual(output, [
    {
      id: `msg_${id.slice(5)}o0`,
      type: 'message',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'Good morning', annotations: [], logprobs: [] }],
    },
  ])
  assert.deepEqual(rest, {
    object: 'response',
    status: 'completed',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: 'Be short.',
    max_output_tokens: 40,
    max_tool_calls: null,
    model: data.model,
    parallel_tool_calls: true,
    previous_response_id: null,
    prompt_cache_key: null,
    reasoning: { effort: 'low', summary: null },
    safety_identifier: null,
    service_tier: 'default',
    store: true,
    temperature: 0.5,
    text: { format: { type: 'text' }, verbosity: 'medium' },
    tool_choice: 'auto',
    tools: [],
    top_logprobs: 0,
    top_p: 1,
    presence_penalty: 0,
    frequency_penalty: 0,
    truncation: 'disabled',
    usage: {
      input_tokens: 7,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens: 3,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 10,
    },
    metadata: { plan: 'a' },
  })
  const { messages, temperature, reasoning_effort, ...sent } = upstream.requests[0]!.body
  assert.deepEqual([temperature, reasoning_effort], [0.5, 'low'])
  assert.equal(sent['max_completion_tokens'] ?? sent['max_tokens'], 40)
  assert.match(JSON.stringify(messages), /Be short\./)
})

test('a stream has numbered events in order, whose deltas are the items [bridge.responses-stream]', async (t) => {
  const thinking: UpstreamScript = (answer) => {
    answer.reasoning('Let me ')
    answer.reasoning('look.')
    answer.toolCall({ index: 0, id: 'a1', name: 'list_files', input: '{}' })
    answer.finish('tool_calls')
    answer.usage({ input: 1, output: 1 })
    answer.done()
  }
  const { bridge, responses } = await bridgeWith(t, [thinking, says('No files.'), says('Again.')])
  const raw = await bridge.fetch('/v1/responses', {
    method: 'POST',
    body: JSON.stringify({ model: 'garden', input: 'files?', stream: true }),
  })
  const text = await raw.text()
  assert.match(text, /\n\ndata: \[DONE\]\n\n$/)
  const events = [...text.matchAll(/^event: (\S+)\ndata: (.*)$/gm)].map(([, name, data]) => ({
    name,
    data: JSON.parse(data!) as Responses.ResponseStreamEvent & { sequence_number: number },
  }))
  assert.deepEqual(
    events.map(({ data }) => data.sequence_number),
    events.map((_, index) => index),
  )
  assert.ok(events.every(({ name, data }) => name === data.type))
  const names = events.map(({ name }) => name)
  assert.deepEqual(
    names.filter((name, index) => name !== names[index - 1]),
    [
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.reasoning_summary_part.added',
      'response.reasoning_summary_text.delta',
      'response.reasoning_summary_text.done',
      'response.reasoning_summary_part.done',
      'response.output_item.done',
      'svc:tool',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ],
  )
  const stream = responses.stream({ model: 'garden', input: 'again', store: false })
  const final = await stream.finalResponse()
  assert.deepEqual([final.output_text, final.status, final.output.length], ['Again.', 'completed', 1])
})

test('a call of a client’s tool and its result are transferred, by id and with all items [bridge.responses-tools]', async (t) => {
  const call = calls({ name: 'weather', input: { city: 'Rome' } })
  const { upstream, responses } = await bridgeWith(t, [call, says('Sunny.'), call, says('Warm.')])
  const ask = { model: 'garden', tools: [weather] }
  const first = await responses.create({ ...ask, input: 'Weather in Rome?', tool_choice: 'required' })
  assert.equal(first.output.length, 1)
  const [item] = first.output
  assert.ok(item?.type === 'function_call')
  assert.deepEqual(
    [item.name, JSON.parse(item.arguments), item.status],
    ['weather', { city: 'Rome' }, 'completed'],
  )
  assert.match(item.id!, /^fc_/)
  const result = { type: 'function_call_output' as const, call_id: item.call_id, output: 'sunny' }
  const second = await responses.create({ ...ask, previous_response_id: first.id, input: [result] })
  assert.equal(second.output_text, 'Sunny.')
  const roles = () =>
    upstream.requests
      .at(-1)!
      .body.messages!.slice(1)
      .map(({ role }) => role)
  assert.deepEqual(roles(), ['user', 'assistant', 'tool'])
  assert.equal(upstream.requests.at(-1)!.body.messages!.at(-1)!.content, 'sunny')

  const history: Responses.ResponseInputItem[] = [{ role: 'user', content: 'And in Oslo?' }]
  const events: string[] = []
  const streamed = responses.stream({ ...ask, input: history, store: false })
  streamed.on('response.function_call_arguments.done', (event) => events.push(event.arguments))
  const third = await streamed.finalResponse()
  assert.deepEqual(events, ['{"city":"Rome"}'])
  const [again] = third.output
  assert.ok(again?.type === 'function_call')
  const parts = [
    { type: 'input_text' as const, text: 'warm' },
    { type: 'input_image' as const, image_url: PIXEL, detail: 'auto' as const },
  ]
  history.push(again, { type: 'function_call_output', call_id: again.call_id, output: parts })
  const fourth = await responses.create({ ...ask, input: history, store: false })
  assert.equal(fourth.output_text, 'Warm.')
  assert.deepEqual(roles(), ['user', 'assistant', 'tool'])
  assert.match(
    String(upstream.requests.at(-1)!.body.messages!.at(-1)!.content),
    /^warm\n\[Attached file: image-/,
  )
})

test('a conversation goes on by id, with its files, for its owner alone [bridge.responses-stored]', async (t) => {
  const { upstream, bridge, client, responses } = await bridgeWith(t, [
    says('A dot.'),
    says('Still a dot.'),
    says('Referenced.'),
    says('In its chat.'),
  ])
  const ann = { headers: person('ann@example.com') }
  const bob = { headers: person('bob@example.com') }
  const content = [
    { type: 'input_text' as const, text: 'What is it?' },
    { type: 'input_image' as const, image_url: PIXEL, detail: 'auto' as const },
  ]
  const first = await responses.create(
    { model: 'garden', instructions: 'Old.', input: [{ role: 'user', content }] },
    ann,
  )
  const next = { model: 'garden', previous_response_id: first.id, input: 'Sure?' }
  const { data: second, response } = await responses.create(next, ann).withResponse()
  assert.equal(second.previous_response_id, first.id)
  const sent = JSON.stringify(upstream.requests.at(-1)!.body.messages)
  assert.match(sent, /What is it\?[^]*image_url[^]*A dot\.[^]*Sure\?/)
  assert.doesNotMatch(sent, /Old\./)
  assert.match(response.headers.get('x-svc-chat-id')!, /^first-/)

  const missing = [404, 'previous_response_not_found', 'previous_response_id']
  assert.deepEqual(await refusal(responses.create(next, bob)), missing)
  assert.deepEqual(await refusal(client.responses.create(next)), missing)
  const unknown = [404, 'response_not_found', 'response_id']
  assert.deepEqual(await refusal(responses.retrieve(first.id, {}, bob)), unknown)
  assert.deepEqual(await refusal(responses.delete(first.id, bob)), unknown)
  assert.deepEqual(await refusal(responses.inputItems.list(first.id, {}, bob)), unknown)

  assert.deepEqual((await responses.retrieve(second.id, {}, ann)).output, second.output)
  const items = await responses.inputItems.list(first.id, { order: 'asc' }, ann)
  assert.equal(items.data.length, 1)
  assert.deepEqual((items.data[0] as Responses.ResponseInputMessageItem).content[1], content[1])
  assert.deepEqual(await refusal(responses.cancel(first.id, ann)), [400, 'unsupported', null])

  const [output] = second.output
  const referring: Responses.ResponseInputItem[] = [
    { type: 'item_reference', id: output!.id! },
    { role: 'user', content: 'Go on' },
  ]
  await responses.create({ model: 'garden', input: referring }, ann)
  assert.match(JSON.stringify(upstream.requests.at(-1)!.body.messages), /Still a dot\.[^]*Go on/)
  assert.deepEqual(await refusal(responses.create({ model: 'garden', input: referring }, bob)), [
    404,
    'item_not_found',
    'input[0].id',
  ])

  const chat = decodeURIComponent(response.headers.get('x-svc-chat-id')!)
  const inChat = (metadata: Record<string, string>) => responses.create({ ...next, metadata }, ann)
  for (const field of ['chat_id', 'conversation_id'])
    assert.deepEqual(await refusal(inChat({ [field]: 'another' })), [400, null, `metadata.${field}`])
  await assert.rejects(inChat({ chat_id: 'another' }), /metadata\.chat_id and previous_response_id/)
  const named = { headers: { ...ann.headers, 'x-svc-chat-id': 'another' } }
  assert.deepEqual(await refusal(responses.create(next, named)), [400, null, 'previous_response_id'])
  assert.equal((await inChat({ chat_id: chat })).status, 'completed')

  const again = await bridge.restart()
  const restarted = again.client().responses
  assert.equal((await restarted.retrieve(first.id, {}, ann)).id, first.id)
  await restarted.delete(first.id, ann)
  assert.deepEqual(await refusal(restarted.retrieve(first.id, {}, ann)), unknown)
  assert.deepEqual(
    await refusal(restarted.create({ ...next, previous_response_id: second.id }, ann)),
    missing,
  )
  const orphan = restarted.create({ ...next, previous_response_id: second.id }, ann)
  await assert.rejects(orphan, /this one continues was deleted/)
})

test('nothing is kept of an answer with store: false [bridge.responses-stored]', async (t) => {
  const { responses } = await bridgeWith(t, [says('Gone.')])
  const answer = await responses.create({ model: 'garden', input: 'hi', store: false })
  assert.deepEqual(await refusal(responses.retrieve(answer.id)), [404, 'response_not_found', 'response_id'])
})

test('a feature that a Hub lacks is refused by its name [bridge.responses-refusals]', async (t) => {
  const { responses, bridge, upstream } = await bridgeWith(t, [])
  const post = async (body: object) => {
    const response = await bridge.fetch('/v1/responses', { method: 'POST', body: JSON.stringify(body) })
    const { error } = (await response.json()) as { error: { code: string; param: string; message: string } }
    return [response.status, error.code, error.param, error.message] as const
  }
  for (const type of [
    'web_search',
    'file_search',
    'code_interpreter',
    'mcp',
    'custom',
    'computer_use_preview',
  ]) {
    const [status, code, param, message] = await post({ input: 'hi', tools: [weather, { type }] })
    assert.deepEqual([status, code, param], [400, 'unsupported', 'tools[1]'])
    assert.match(message, new RegExp(`“${type}”`))
  }
  for (const [body, expected] of [
    [{ background: true }, [400, 'unsupported', 'background']],
    [{ conversation: 'conv_1' }, [400, 'unsupported', 'conversation']],
    [{ prompt: { id: 'p' } }, [400, 'unsupported', 'prompt']],
    [{ tool_choice: { type: 'web_search' } }, [400, 'unsupported', 'tool_choice']],
    [{ input: [{ type: 'computer_call_output' }] }, [400, 'unsupported', 'input[0]']],
    [
      {
        text: { format: { type: 'json_schema', name: 'a', schema: { properties: { x: { type: 'date' } } } } },
      },
      [400, null, 'text.format.schema.properties.x.type'],
    ],
    [
      {
        text: { format: { type: 'json_schema', name: 'a', schema: { properties: { x: { pattern: '(' } } } } },
      },
      [400, null, 'text.format.schema.properties.x.pattern'],
    ],
    [{ input: '' }, [400, 'empty_prompt', 'input']],
    [{ input: [] }, [400, 'empty_prompt', 'input']],
    [{ input: [{ role: 'user' }] }, [400, null, 'input[0].content']],
    [
      { input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'https://x.test/a.png' }] }] },
      [400, null, 'input[0].content[0]'],
    ],
    [
      { instructions: 'x', input: [{ role: 'user', content: [{ type: 'input_image', file_id: 'f' }] }] },
      [400, null, 'input[0].content[0]'],
    ],
    [{ temperature: 3 }, [400, null, 'temperature']],
    [{ top_logprobs: 2 }, [400, null, 'top_logprobs']],
    [{ max_output_tokens: 0 }, [400, null, 'max_output_tokens']],
    [{ previous_response_id: 'resp_x' }, [404, 'previous_response_not_found', 'previous_response_id']],
    [{ tools: [weather, weather] }, [400, null, 'tools[1].name']],
    [{ tools: [{ ...weather, name: 'list_files' }] }, [400, 'tool_name_taken', 'tools[0].name']],
  ] as const)
    assert.deepEqual((await post({ input: 'hi', ...body })).slice(0, 3), expected, JSON.stringify(body))
  assert.match((await post({}))[3], /^input is missing or empty: /)
  assert.match((await post({ input: ' ' }))[3], /^input is empty: /)
  assert.equal(upstream.requests.length, 0)
  assert.deepEqual(await refusal(responses.create({ model: 'garden', input: 'x', background: true })), [
    400,
    'unsupported',
    'background',
  ])
})

test('an answer that ends early is incomplete; one that fails in the stream ends with its error [bridge.responses-ends]', async (t) => {
  const cut: UpstreamScript = (answer) => {
    answer.text('Half')
    answer.finish('length')
    answer.usage({ input: 1, output: 1 })
    answer.done()
  }
  const broken: UpstreamScript = (answer) => {
    answer.text('Half')
    throw new Error('gone')
  }
  const { responses, bridge } = await bridgeWith(t, [cut, cut, broken, broken])
  const whole = await responses.create({ model: 'garden', input: 'hi' })
  assert.deepEqual(
    [whole.status, whole.incomplete_details, whole.output_text],
    ['incomplete', { reason: 'max_output_tokens' }, 'Half'],
  )
  const events: Responses.ResponseStreamEvent[] = []
  for await (const event of await responses.create({ model: 'garden', input: 'hi', stream: true }))
    events.push(event)
  assert.equal(events.at(-1)!.type, 'response.incomplete')

  const stream = async () => {
    for await (const _ of await responses.create({ model: 'garden', input: 'hi', stream: true }));
  }
  const error = await failure(stream())
  assert.equal(error.code, 'model_unavailable')
  const text = await (
    await bridge.fetch('/v1/responses', { method: 'POST', body: '{"input":"hi","stream":true}' })
  ).text()
  assert.match(text, /event: error\ndata: [^\n]*"code":"model_unavailable"/)
  assert.match(text, /event: response\.failed\n[^\n]*"code":"server_error"[^\n]*\n\ndata: \[DONE\]\n\n$/)
})
