import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { startUpstream, type UpstreamScript } from '../support/upstream.ts'
import { saying, startTestBridge, type TestBridge } from '../support/bridge.ts'

const events = (...data: unknown[]): string =>
  data.map((item) => `data: ${typeof item === 'string' ? item : JSON.stringify(item)}\n\n`).join('')

const delta = (some: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta: some, finish_reason }],
})
const stop = delta({}, 'stop')

const sends =
  (bytes: string | Uint8Array, headers?: Record<string, string>, status?: number): UpstreamScript =>
  (answer) =>
    answer.whole(bytes, headers, status)

const JSON_TYPE = { 'content-type': 'application/json' }

interface Heard {
  content: string
  reasoning: string
  finish: string | null
  calls: { name: string; arguments: string }[]
  usage: { prompt_tokens: number; completion_tokens: number } | null
  error: string | null
}

const KEYS = {
  compatible: 'SVC_MODEL_API_KEY',
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GOOGLE_GENERATIVE_AI_API_KEY',
}
type Provider = keyof typeof KEYS

const upstream = await startUpstream()
after(() => upstream[Symbol.asyncDispose]())

const startWith = (provider: Provider) =>
  startTestBridge(
    { after },
    {
      environment: {
        SVC_MODEL: `${provider}/test-model`,
        SVC_MODEL_BASE_URL: upstream.url,
        [KEYS[provider]]: 'sk-test-key-0123456789',
      },
    },
  )

const bridges: Record<Provider, TestBridge> = {
  compatible: await startWith('compatible'),
  openai: await startWith('openai'),
  anthropic: await startWith('anthropic'),
  google: await startWith('google'),
}

const TOOL = {
  type: 'function',
  function: { name: 'look', description: 'Looks', parameters: { type: 'object' } },
}

async function hear(script: UpstreamScript, provider: Provider = 'compatible') {
  upstream.otherwise(script)
  const bridge = bridges[provider]
  const response = await bridge.complete(saying('hi', { stream: true, tools: [TOOL], chat_id: randomUUID() }))
  return { ...received(await response.text()), bridge }
}

function received(stream: string): Heard {
  const all: Heard = { content: '', reasoning: '', finish: null, calls: [], usage: null, error: null }
  const chunks = stream.startsWith('{')
    ? [stream]
    : stream.split('\n\n').flatMap((event) => /^data: (\{.*)$/s.exec(event)?.[1] ?? [])
  for (const chunk of chunks) {
    const { choices = [], usage, error } = JSON.parse(chunk)
    const [choice] = choices
    all.content += choice?.delta.content ?? ''
    all.reasoning += choice?.delta.reasoning_content ?? ''
    all.finish = choice?.finish_reason ?? all.finish
    for (const call of choice?.delta.tool_calls ?? []) all.calls.push(call.function)
    all.usage = usage ?? all.usage
    all.error = error?.message ?? all.error
  }
  return all
}

const hello = events(delta({ content: 'Hello' }), delta({ content: ' you' }), stop, '[DONE]')
const whole = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello you' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 7, completion_tokens: 3 },
}

const SAME: [what: string, script: UpstreamScript][] = [
  ['begins with a byte order mark', sends(`\uFEFF${hello}`)],
  ['ends its lines with a bare CR', sends(hello.replaceAll('\n', '\r'))],
  ['ends its lines with CRLF', sends(hello.replaceAll('\n', '\r\n'))],
  ['is compressed unasked', sends(gzipSync(hello), { 'content-encoding': 'gzip' })],
  ['has status 201', sends(hello, {}, 201)],
  ['calls its stream application/json', sends(hello, JSON_TYPE)],
  ['is whole', sends(JSON.stringify(whole), JSON_TYPE)],
  ['is whole and called a stream, after blanks that keep it alive', sends(`\n\n \n${JSON.stringify(whole)}`)],
  [
    'numbers its only choice now 0, now 1',
    sends(
      events(
        delta({ role: 'assistant', content: '' }),
        { choices: [{ index: 1, delta: { content: 'Hello you' }, finish_reason: null }] },
        stop,
      ),
    ),
  ],
]

for (const [what, script] of SAME)
  test(`an answer that ${what} is read like any other [bridge.providers.transport]`, async () => {
    const { content, finish, error } = await hear(script)
    assert.deepEqual({ content, finish, error }, { content: 'Hello you', finish: 'stop', error: null })
  })

const THOUGHTS: [what: string, ...pieces: object[]][] = [
  ['in its own field', { reasoning_content: 'Hm.' }, { content: 'So.' }],
  ['beside an empty field', { reasoning_content: '', reasoning: 'Hm.' }, { content: 'So.' }],
  [
    'in tags, cut anywhere',
    { content: '<th' },
    { content: 'ink>\nHm' },
    { content: '.</thi' },
    { content: 'nk>\n\nSo.' },
  ],
]

for (const [what, ...pieces] of THOUGHTS)
  test(`thoughts ${what} are no part of the answer [bridge.providers.thoughts]`, async () => {
    const script = sends(events(...pieces.map((piece) => delta(piece)), stop, '[DONE]'))
    const { content, reasoning } = await hear(script)
    assert.deepEqual({ content, reasoning }, { content: 'So.', reasoning: 'Hm.' })
  })

test('a tag in the middle of an answer is content [bridge.providers.thoughts]', async () => {
  const { content } = await hear(sends(events(delta({ content: 'Write <think>so</think>' }), stop)))
  assert.equal(content, 'Write <think>so</think>')
})

const call = (id: string | undefined, input: string, index: number | undefined = 0) => ({
  index,
  id,
  type: 'function',
  function: { name: 'look', arguments: input },
})
const CALLS: [what: string, inputs: string[], ...data: unknown[]][] = [
  [
    'that all carry index 0, with ids of their own',
    ['{"a":1}', '{"a":2}'],
    delta({ tool_calls: [call('a', '{"a":1}')] }),
    delta({ tool_calls: [call('b', '{"a":'), { index: 0, function: { arguments: '2}' } }] }),
    delta({}, 'tool_calls'),
  ],
  [
    'with empty ids',
    ['{"a":1}', '{"a":2}'],
    delta({ tool_calls: [call('', '{"a":1}'), call('', '{"a":2}')] }, 'stop'),
  ],
  [
    'whose every piece has an id of its own',
    ['{"a":1}'],
    delta({ tool_calls: [call('a', '')] }),
    delta({ tool_calls: [{ index: 0, id: 'b', function: { arguments: '{"a"' } }] }),
    delta({ tool_calls: [{ index: 0, id: 'c', function: { arguments: ':1}' } }] }),
    delta({}, 'tool_calls'),
  ],
  [
    'in the old field',
    ['{"a":1}'],
    delta({ function_call: { name: 'look', arguments: '' } }),
    delta({ function_call: { arguments: '{"a":1}' } }),
    delta({}, 'function_call'),
  ],
  ['that [DONE] alone ends', ['{"a":1}'], delta({ tool_calls: [call('a', '{"a":1}')] }), '[DONE]'],
]

for (const [what, inputs, ...data] of CALLS)
  test(`tool calls ${what} arrive whole [bridge.providers.calls]`, async () => {
    const { calls, finish, error } = await hear(sends(events(...data)))
    assert.equal(error, null)
    assert.deepEqual(
      calls,
      inputs.map((input) => ({ name: 'look', arguments: input })),
    )
    assert.equal(finish, 'tool_calls')
  })

const half = events(delta({ content: 'half' }))
const FAILURES: [what: string, script: UpstreamScript, says: RegExp][] = [
  [
    'status 200 with an error as JSON',
    sends('{"error":{"message":"no credit left"}}', JSON_TYPE),
    /no credit left/,
  ],
  [
    'status 200 with an error in a list',
    sends('[{"error":{"message":"no credit left"}}]', JSON_TYPE),
    /no credit left/,
  ],
  [
    'status 200 with an error without a frame',
    sends('{"object":"error","message":"no credit left","code":400}'),
    /no credit left/,
  ],
  ['an event that is called error', sends(`${half}event: error\ndata: no credit left\n\n`), /no credit left/],
  [
    'an event that is called error, with JSON',
    sends(`${half}event: error\ndata: {"message":"no credit left"}\n\n`),
    /no credit left/,
  ],
  [
    'an error in the stream’s last choice',
    sends(
      half +
        events({
          choices: [
            { index: 0, delta: {}, finish_reason: 'error', error: { code: 502, message: 'no credit left' } },
          ],
        }),
    ),
    /has a problem \(502\).*no credit left/,
  ],
  [
    'the finish reason error',
    sends(half + events(delta({}, 'error'), '[DONE]')),
    /^The model server reported an error/,
  ],
  [
    'a repeated key',
    sends('{"error":{"message":"bad key sk-test-key-0123456789, sorry"}}', JSON_TYPE),
    /bad key …, sorry/,
  ],
]

for (const [what, script, says] of FAILURES)
  test(`${what} fails in the provider’s words [bridge.providers.failures]`, async () => {
    const { error, finish } = await hear(script)
    assert.match(error ?? '', says)
    assert.doesNotMatch(error ?? '', /sk-test/)
    assert.equal(finish, null)
  })

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } }
const gemini = {
  candidates: [
    {
      content: { parts: [{ text: 'Here:' }, { inlineData: { mimeType: 'image/png', data: PIXEL } }] },
      finishReason: 'STOP',
    },
  ],
  usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 3 },
}
const PICTURES: [what: string, provider: Provider, script: UpstreamScript][] = [
  [
    'in a field beside the text',
    'compatible',
    sends(events(delta({ content: 'Here:' }), delta({ content: '', images: [picture] }), stop)),
  ],
  [
    'in a whole answer',
    'compatible',
    sends(
      JSON.stringify({
        choices: [{ message: { content: 'Here:', images: [picture] }, finish_reason: 'stop' }],
      }),
      JSON_TYPE,
    ),
  ],
  [
    'as a part of the content',
    'compatible',
    sends(events(delta({ content: [{ type: 'text', text: 'Here:' }, picture] }), stop)),
  ],
  ['of Gemini', 'google', sends(events(gemini))],
]

for (const [what, provider, script] of PICTURES)
  test(`a picture ${what} becomes a file of the chat, shown in the answer [bridge.providers.pictures]`, async () => {
    const { content, error, bridge } = await hear(script, provider)
    assert.equal(error, null)
    const [, url] = /^Here:\n\n!\[picture\.png\]\((\S+)\)\n\n$/.exec(content) ?? []
    assert.ok(url, content)
    const file = await bridge.fetch(new URL(url, bridge.url).pathname + new URL(url, bridge.url).search)
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), Buffer.from(PIXEL, 'base64'))
    assert.match(JSON.stringify(await bridge.history()), /!\[picture\.png\]/)
  })

const ANTHROPIC = [
  {
    type: 'message_start',
    message: {
      id: 'm',
      role: 'assistant',
      model: 'x',
      content: [],
      usage: { input_tokens: 7, output_tokens: 1 },
    },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: ' you' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } },
  { type: 'message_stop' },
]
const anthropic = (...more: object[]) => [...ANTHROPIC.slice(0, 4), ...more, ...ANTHROPIC.slice(4)]

const OPENAI = [
  { type: 'response.created', response: { id: 'r', created_at: 1, model: 'x' } },
  { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'i' } },
  { type: 'response.output_text.delta', item_id: 'i', output_index: 0, content_index: 0, delta: 'Hello' },
  { type: 'response.output_text.delta', item_id: 'i', output_index: 0, content_index: 0, delta: ' you' },
  { type: 'response.output_item.done', output_index: 0, item: { type: 'message', id: 'i', content: [] } },
  { type: 'response.completed', response: { id: 'r', usage: { input_tokens: 7, output_tokens: 3 } } },
]
const GOOGLE = [
  { candidates: [{ content: { parts: [{ text: 'Hello' }] } }] },
  {
    candidates: [{ content: { parts: [{ text: ' you' }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 3 },
  },
]

const STREAMS: Partial<Record<Provider, object[]>> = { openai: OPENAI, anthropic: ANTHROPIC, google: GOOGLE }
const WHOLE: Partial<Record<Provider, object>> = {
  openai: {
    id: 'r',
    created_at: 1,
    model: 'x',
    output: [
      {
        type: 'message',
        id: 'i',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'Hello you', annotations: [] }],
      },
    ],
    usage: { input_tokens: 7, output_tokens: 3 },
  },
  anthropic: {
    type: 'message',
    id: 'm',
    role: 'assistant',
    model: 'x',
    content: [{ type: 'text', text: 'Hello you' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 7, output_tokens: 3 },
  },
  google: {
    candidates: [{ content: { parts: [{ text: 'Hello you' }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 3 },
  },
}

for (const provider of ['openai', 'anthropic', 'google'] as const) {
  const stream = events(...STREAMS[provider]!)
  const framed: [what: string, script: UpstreamScript][] = [
    ['begins with a byte order mark', sends(`\uFEFF${stream}`)],
    ['ends its lines with a bare CR', sends(stream.replaceAll('\n', '\r'))],
    ['is compressed unasked', sends(gzipSync(stream), { 'content-encoding': 'gzip' })],
    ['has status 201 and is called application/json', sends(stream, JSON_TYPE, 201)],
    ['is whole', sends(JSON.stringify(WHOLE[provider]), JSON_TYPE)],
    ['is whole and called a stream', sends(JSON.stringify(WHOLE[provider]))],
    [
      'has an event of a later version',
      sends(
        events(
          ...STREAMS[provider]!.slice(0, 1),
          { type: 'later.thing', text: 'x' },
          ...STREAMS[provider]!.slice(1),
        ),
      ),
    ],
  ]
  for (const [what, script] of framed)
    test(`${provider}: an answer that ${what} is read like any other [bridge.providers.transport]`, async () => {
      const { content, finish, error, usage } = await hear(script, provider)
      assert.deepEqual({ content, finish, error }, { content: 'Hello you', finish: 'stop', error: null })
      assert.deepEqual([usage?.prompt_tokens, usage?.completion_tokens], [7, 3])
    })

  const failing: [what: string, script: UpstreamScript][] = [
    ['status 200 with an error as JSON', sends('{"error":{"message":"no credit left"}}', JSON_TYPE)],
    [
      'status 200 with an error as JSON that is called a stream',
      sends('{"error":{"message":"no credit left"}}'),
    ],
    ['a refusal in a frame of its own', sends('{"detail":"no credit left"}', JSON_TYPE, 402)],
    ['an event that is called error', sends('event: error\ndata: no credit left\n\n')],
    [
      'an event that is called error, with JSON',
      sends('event: error\ndata: {"type":"error","error":{"message":"no credit left"}}\n\n'),
    ],
    [
      'an error in the place of an event',
      sends(events(...STREAMS[provider]!.slice(0, 3), { error: { message: 'no credit left' } })),
    ],
  ]
  for (const [what, script] of failing)
    test(`${provider}: ${what} fails in the provider’s words [bridge.providers.failures]`, async () => {
      const { error, finish } = await hear(script, provider)
      assert.match(error ?? '', /no credit left/)
      assert.equal(finish, null)
    })
}

test('anthropic: events, blocks and deltas of a later version are passed over [bridge.providers.unknown]', async () => {
  const later = anthropic(
    { type: 'weather_report', sun: true },
    { type: 'content_block_start', index: 5, content_block: { type: 'dream', dream: '' } },
    { type: 'content_block_delta', index: 5, delta: { type: 'dream_delta', dream: 'sheep' } },
    { type: 'content_block_stop', index: 5 },
    { type: 'content_block_delta', index: 0, delta: { type: 'colour_delta', colour: 'red' } },
  )
  const { content, finish, error } = await hear(sends(events(...later)), 'anthropic')
  assert.deepEqual({ content, finish, error }, { content: 'Hello you', finish: 'stop', error: null })
})
