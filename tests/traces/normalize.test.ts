import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { readOtlpJson } from '#core/traces/otlp/json.ts'
import { readProtobuf } from '#core/traces/otlp/protobuf.ts'
import {
  protobufOf,
  readProtobufRequest,
  requestOf,
  spansIn,
  type SentSpan,
  type Value,
} from './support/otlp.ts'

const asJson = (request: object) => Buffer.from(JSON.stringify(request))

function normalized(span: SentSpan) {
  const request = requestOf(span)
  const [json] = spansIn(JSON.parse(readOtlpJson(asJson(request)).body.toString()))
  const [proto] = spansIn(readProtobufRequest(readProtobuf(protobufOf(request)).body))
  assert.deepEqual(proto!.attributes, json!.attributes)
  assert.equal(proto!.status?.['code'] ?? 0, json!.status?.['code'] ?? 0)
  return json!
}

const gained = (span: SentSpan) =>
  Object.fromEntries(
    Object.entries(normalized(span).attributes).filter(([key]) => !(key in (span.attributes ?? {}))),
  )

describe('normalising', () => {
  test('an answer requested by Claude Code gets the standard names, with its cached tokens among the input [otel.claude-code]', () => {
    const attributes = {
      model: 'claude-opus-5',
      input_tokens: 10,
      cache_read_tokens: '200',
      cache_creation_tokens: 30,
      output_tokens: '7',
      stop_reason: 'end_turn',
      request_id: 'req_1',
      'session.id': 's-1',
      ttft_ms: 1250,
      success: true,
    }
    assert.deepEqual(gained({ name: 'claude_code.llm_request', attributes }), {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.request.model': 'claude-opus-5',
      'gen_ai.usage.input_tokens': 240,
      'gen_ai.usage.output_tokens': 7,
      'gen_ai.usage.cache_read.input_tokens': 200,
      'gen_ai.usage.cache_creation.input_tokens': 30,
      'gen_ai.response.finish_reasons': ['end_turn'],
      'gen_ai.response.id': 'req_1',
      'gen_ai.conversation.id': 's-1',
      'gen_ai.response.time_to_first_chunk': 1.25,
    })
  })

  test('a tool of Claude Code is a single call, whose phases are no separate calls [otel.claude-code]', () => {
    const attributes = { tool_name: 'Bash', tool_use_id: 'toolu_1' }
    const names = { 'gen_ai.tool.name': 'Bash', 'gen_ai.tool.call.id': 'toolu_1' }
    assert.deepEqual(gained({ name: 'claude_code.tool', attributes }), {
      'gen_ai.operation.name': 'execute_tool',
      ...names,
    })
    assert.deepEqual(gained({ name: 'claude_code.tool.execution', attributes }), names)
    assert.deepEqual(gained({ name: 'claude_code.interaction' }), { 'gen_ai.operation.name': 'invoke_agent' })
  })

  for (const success of [false, 'false'])
    test(`a failure in Claude Code (${typeof success}) becomes an error and keeps its text [otel.claude-code]`, () => {
      const span = {
        name: 'claude_code.llm_request',
        attributes: { success },
        status: { message: 'overloaded' },
      }
      const after = normalized(span)
      assert.equal(after.status?.['code'], 2)
      assert.equal(after.status?.['message'], 'overloaded')
      assert.equal(after.attributes['error.type'], '_OTHER')
      const named = { ...span, attributes: { success, status_code: 529 } }
      assert.equal(normalized(named).attributes['error.type'], '529')
    })

  test('a status ok stays, for any other fields of a span [otel.standard-wins]', () => {
    const span = { name: 'claude_code.tool', attributes: { success: false }, status: { code: 1 } }
    assert.equal(normalized(span).status?.['code'], 1)
  })

  for (const [theirs, standard] of [
    ['llm_call', 'generate_content'],
    ['tool_call', 'execute_tool'],
    ['agent_call', 'invoke_agent'],
  ])
    test(`Gemini CLI’s operation ${theirs} becomes ${standard}, and the old word stays readable [otel.gemini-cli]`, () => {
      const attributes = { 'gen_ai.operation.name': theirs!, 'gen_ai.tool.call_id': 'c1' }
      const after = normalized({ name: 'x', attributes }).attributes
      assert.equal(after['gen_ai.operation.name'], standard)
      assert.equal(after['gemini_cli.operation.name'], theirs)
      assert.equal(after['gen_ai.tool.call.id'], 'c1')
    })

  test('Codex’s events complete its span [otel.codex]', () => {
    const request = { name: 'codex.api_request', attributes: { model: 'gpt-6', 'conversation.id': 'c' } }
    assert.deepEqual(gained({ name: 'turn', events: [request] }), {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-6',
      'gen_ai.conversation.id': 'c',
    })
    const result = {
      name: 'codex.tool_result',
      attributes: { tool_name: 'shell', call_id: 'c1', success: 'false' },
    }
    const after = normalized({ name: 'tool', events: [result] })
    assert.equal(after.attributes['gen_ai.operation.name'], 'execute_tool')
    assert.equal(after.attributes['gen_ai.tool.name'], 'shell')
    assert.equal(after.attributes['gen_ai.tool.call.id'], 'c1')
    assert.equal(after.status?.['code'], 2)
  })

  for (const [system, provider] of [
    ['vertex_ai', 'gcp.vertex_ai'],
    ['az.ai.openai', 'azure.ai.openai'],
    ['gemini', 'gcp.gemini'],
    ['Anthropic', 'anthropic'],
    ['openai.chat', 'openai'],
    ['anthropic.messages', 'anthropic'],
    ['google.generative-ai', 'gcp.gemini'],
    ['google.vertex.chat', 'gcp.vertex_ai'],
    ['something_new', 'something_new'],
    ['something.new', 'something.new'],
    ['constructor', 'constructor'],
  ])
    test(`the old system ${system} becomes the provider ${provider} [otel.old-names]`, () => {
      const attributes = {
        'gen_ai.system': system!,
        'gen_ai.usage.prompt_tokens': '5',
        'gen_ai.usage.completion_tokens': 6,
      }
      assert.deepEqual(gained({ name: 'x', attributes }), {
        'gen_ai.provider.name': provider,
        'gen_ai.usage.input_tokens': 5,
        'gen_ai.usage.output_tokens': 6,
      })
    })

  test('the AI SDK has its own names for tokens, model and tool [otel.vercel-ai]', () => {
    const attributes = {
      'ai.operationId': 'ai.streamText.doStream',
      'ai.model.provider': 'openai.chat',
      'ai.model.id': 'gpt-6',
      'ai.usage.promptTokens': 10,
      'ai.usage.completionTokens': 4,
      'ai.usage.cachedInputTokens': 6,
      'ai.response.finishReason': 'stop',
    }
    assert.deepEqual(gained({ name: 'ai.streamText.doStream', attributes }), {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-6',
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 4,
      'gen_ai.usage.cache_read.input_tokens': 6,
      'gen_ai.response.finish_reasons': ['stop'],
    })
    const newer = { 'ai.usage.inputTokens': 10, 'ai.usage.promptTokens': 9, 'ai.usage.outputTokens': 4 }
    assert.deepEqual(gained({ name: 'ai.streamText.doStream', attributes: newer }), {
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 4,
    })
    const tool = { 'ai.operationId': 'ai.toolCall', 'ai.toolCall.name': 'add', 'ai.toolCall.id': 'c1' }
    assert.deepEqual(gained({ name: 'ai.toolCall', attributes: tool }), {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'add',
      'gen_ai.tool.call.id': 'c1',
    })
  })

  test('OpenInference has its own names for kinds, models and tokens [otel.openinference]', () => {
    const attributes = {
      'openinference.span.kind': 'LLM',
      'llm.system': 'openai',
      'llm.provider': 'azure',
      'llm.model_name': 'gpt-6',
      'llm.token_count.prompt': 10,
      'llm.token_count.completion': 4,
      'llm.token_count.prompt_details.cache_read': 6,
      'session.id': 's',
    }
    assert.deepEqual(gained({ name: 'ChatCompletion', attributes }), {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'azure.ai.openai',
      'gen_ai.request.model': 'gpt-6',
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 4,
      'gen_ai.usage.cache_read.input_tokens': 6,
      'gen_ai.conversation.id': 's',
    })
    const tool = { 'openinference.span.kind': 'TOOL', 'tool.name': 'add' }
    assert.deepEqual(gained({ name: 'add', attributes: tool }), {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'add',
    })
  })

  test('a standard value that is there wins [otel.standard-wins]', () => {
    const attributes = {
      'gen_ai.system': 'openai',
      'gen_ai.provider.name': 'azure.ai.openai',
      'gen_ai.usage.input_tokens': 1,
      'gen_ai.usage.prompt_tokens': 2,
    }
    assert.deepEqual(gained({ name: 'x', attributes }), {})
  })

  test('spans of unknown vendors pass through as the very bytes they came in [otel.untouched]', () => {
    const request = requestOf({
      name: 'GET /',
      attributes: { model: 'T', input_tokens: 3, 'http.route': '/' },
    })
    const proto = protobufOf(request)
    assert.equal(readProtobuf(proto).body, proto)
    const json = Buffer.from(JSON.stringify(request, null, 3))
    assert.equal(readOtlpJson(json).body, json)
  })

  test('in protobuf, unknown fields and spans beside a changed one stay unchanged [otel.unknown-fields]', () => {
    const request = requestOf(
      { name: 'GET /', attributes: { a: [1, 2].join() } },
      { name: 'claude_code.tool', attributes: { tool_name: 'Bash' } },
    )
    const before = readProtobufRequest(protobufOf(request))
    const after = readProtobufRequest(readProtobuf(protobufOf(request)).body)
    const [first, second] = after['resourceSpans'][0].scopeSpans[0].spans
    assert.deepEqual(first, before['resourceSpans'][0].scopeSpans[0].spans[0])
    assert.equal(second.fromTheFuture, 'kept')
    assert.equal(after['resourceSpans'][0].fromTheFuture, 'kept')
  })

  test('in JSON, unknown fields and numbers that are too long for JavaScript stay as they are [otel.unknown-fields]', () => {
    const body = `{"resourceSpans":[{"scopeSpans":[{"spans":[{"name":"claude_code.tool","new":{"a":1},
      "startTimeUnixNano":1767225600000000001,"flags":257,"droppedAttributesCount":1.0}]}]}]}`
    const text = readOtlpJson(Buffer.from(body)).body.toString()
    assert.match(text, /"startTimeUnixNano":1767225600000000001,/)
    assert.match(text, /"new":\{"a":1\}/)
    assert.match(text, /execute_tool/)
  })
})

const value = fc.oneof(
  fc.string(),
  fc.constantFrom('llm_call', 'tool_call', 'vertex_ai', 'false', '12', '3.5'),
  fc.nat(),
  fc.boolean(),
  fc.array(fc.string(), { maxLength: 3 }),
)
const KEYS = [
  'model',
  'success',
  'session.id',
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_creation_tokens',
  'stop_reason',
  'request_id',
  'tool_name',
  'tool_use_id',
  'ttft_ms',
  'error_type',
  'status_code',
  'gen_ai.system',
  'gen_ai.operation.name',
  'gen_ai.provider.name',
  'gen_ai.tool.call_id',
  'gen_ai.usage.prompt_tokens',
  'error.type',
]
const attributes = fc.dictionary(fc.constantFrom(...KEYS), value as fc.Arbitrary<Value>)
const spans = fc.record({
  name: fc.constantFrom(
    'claude_code.llm_request',
    'claude_code.tool',
    'claude_code.tool.execution',
    'claude_code.interaction',
    'other',
  ),
  attributes,
  events: fc.array(
    fc.record({
      name: fc.constantFrom('codex.api_request', 'codex.tool_result', 'codex.user_prompt', 'x'),
      attributes,
    }),
    { maxLength: 3 },
  ),
  status: fc.record({ code: fc.constantFrom(0, 1, 2), message: fc.string() }),
})

test('normalising twice is the same as once, in both encodings, and removes no attribute [otel.idempotent]', () => {
  fc.assert(
    fc.property(fc.array(spans, { maxLength: 4 }), (sent) => {
      const request = requestOf(...sent)
      const json = readOtlpJson(asJson(request)).body
      assert.deepEqual(readOtlpJson(json).body, json)
      const proto = readProtobuf(protobufOf(request)).body
      assert.deepEqual(readProtobuf(proto).body, proto)
      const after = spansIn(JSON.parse(json.toString()))
      for (const [index, span] of spansIn(request).entries()) {
        for (const key of Object.keys(span.attributes)) assert.ok(key in after[index]!.attributes, key)
        assert.deepEqual(spansIn(readProtobufRequest(proto))[index]!.attributes, after[index]!.attributes)
      }
    }),
  )
})

for (const [what, read, bytes] of [
  ['JSON values', readOtlpJson, () => Buffer.from(`{"resourceSpans":[${'{},'.repeat(2_000_000)}{}]}`)],
  [
    'JSON spans',
    readOtlpJson,
    () => asJson(requestOf(...Array.from({ length: 20_001 }, () => ({ name: 'x' })))),
  ],
  ['protobuf spans', readProtobuf, () => Buffer.from('0a0412021200'.repeat(20_001), 'hex')],
  ['protobuf fields', readProtobuf, () => Buffer.from('1200'.repeat(6_000_000), 'hex')],
] as const)
  test(`a body with too many ${what} is refused before it blocks others [otel.limits]`, () => {
    const body = bytes()
    assert.throws(() => read(body), { name: 'BadPayload', message: /too many/ })
  })
