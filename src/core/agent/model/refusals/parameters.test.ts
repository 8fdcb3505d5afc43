import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { changedBody, bodyChangeKey, type BodyChange } from './body.ts'
import { findRefusedParameters } from './parameters.ts'

const CHAT = {
  model: 'm',
  messages: [
    { role: 'system', content: 's' },
    { role: 'assistant', content: '', reasoning_content: 'hm' },
    { role: 'user', content: 'stop using the seed of temperature tools' },
  ],
  temperature: 0.2,
  max_tokens: 100_000,
  stop: ['a'],
  top_p: 0.5,
  presence_penalty: 1,
  frequency_penalty: 1,
  seed: 7,
  reasoning_effort: 'low',
  response_format: { type: 'json_object' },
  tool_choice: 'auto',
  parallel_tool_calls: false,
  stream: true,
  stream_options: { include_usage: true },
  tools: [{ type: 'function', function: { name: 't', strict: false } }],
}
const CLAUDE = {
  model: 'c',
  system: 's',
  messages: [],
  max_tokens: 90_000,
  temperature: 1,
  top_p: 0.5,
  stop_sequences: ['x'],
}
const GEMINI = {
  contents: [],
  generationConfig: {
    temperature: 1,
    topP: 0.5,
    seed: 1,
    presencePenalty: 1,
    frequencyPenalty: 1,
    maxOutputTokens: 99_999,
    responseMimeType: 'application/json',
    thinkingConfig: {},
  },
}
const RESPONSES = {
  input: [{ role: 'developer', content: 's' }],
  reasoning: { effort: 'low' },
  text: { format: {} },
  include: ['reasoning.encrypted_content'],
  temperature: 1,
  max_output_tokens: 50,
}

const summary = (body: object, text: string, param: string | null = null): string => {
  const found = findRefusedParameters({ status: 400, text, param }, body, [])
  if (found === null) return 'nothing'
  if ('setting' in found) return `value of ${found.setting}`
  return found.changes
    .map((change) =>
      change.kind === 'role'
        ? `role ${change.from} → ${change.to}`
        : `${change.kind} ${change.path.join('.')}${change.kind === 'rename' ? ` → ${change.to}` : ''}${change.kind === 'set' ? ` = ${change.value}` : ''}${change.kind === 'replace' ? ` ${change.from} → ${change.to}` : ''}`,
    )
    .join(', ')
}

const SAID: [body: object, text: string, expected: string, param?: string][] = [
  [CHAT, "Unknown parameter: 'stream_options'.", 'drop stream_options'],
  [CHAT, 'Unrecognized request argument supplied: stream_options', 'drop stream_options'],
  [CHAT, 'This response_format type is unavailable now', 'drop response_format'],
  [
    CHAT,
    "JSON schema conversion failed:\nPattern must start with '^' and end with '$'",
    'drop response_format',
  ],
  [CHAT, 'stream_options: Extra inputs are not permitted', 'drop stream_options'],
  [
    CHAT,
    'unknown field `stream_options`, expected one of `model`, `temperature`, `seed`',
    'drop stream_options',
  ],
  [
    CHAT,
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    'rename max_tokens → max_completion_tokens',
    'max_tokens',
  ],
  [
    { ...CHAT, max_tokens: undefined, max_completion_tokens: 5 },
    'max_completion_tokens: Extra inputs are not permitted',
    'rename max_completion_tokens → max_tokens',
  ],
  [
    CHAT,
    "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
    'drop temperature',
    'temperature',
  ],
  [CHAT, 'invalid temperature: only 1 is allowed for this model', 'drop temperature'],
  [CHAT, "gpt-5 doesn't support temperature=0.2. Only temperature=1 is supported.", 'drop temperature'],
  [
    CHAT,
    "litellm.UnsupportedParamsError: openai does not support parameters: {'parallel_tool_calls': False, 'seed': 7}, for model=o1. To drop these, set `litellm.drop_params=True`",
    'drop seed, drop parallel_tool_calls',
  ],
  [CHAT, 'Argument not supported on this model: frequencyPenalty', 'drop frequency_penalty'],
  [CHAT, 'Model grok-4 does not support parameter presencePenalty.', 'drop presence_penalty'],
  [CHAT, 'Model grok-4 does not support parameter stop.', 'drop stop'],
  [CHAT, "Unsupported parameter: 'stop' is not supported with this model.", 'drop stop'],
  [CHAT, 'stop must have at most 4 items', 'drop stop'],
  [CHAT, 'Function tools with reasoning_effort are not supported for this model', 'drop reasoning_effort'],
  [CHAT, 'deepseek-reasoner does not support this tool_choice', 'drop tool_choice'],
  [CHAT, "'response_format.type' : unsupported value json_object", 'drop response_format'],
  [CHAT, 'json mode is not supported for this model', 'drop response_format'],
  [
    CHAT,
    '{"detail":[{"type":"extra_forbidden","loc":["body","seed"],"msg":"Extra inputs are not permitted"}]}',
    'drop seed',
  ],
  [
    CHAT,
    'messages.1.assistant.reasoning_content: Extra inputs are not permitted',
    'drop messages.*.reasoning_content',
  ],
  [CHAT, "'messages[0].role' does not support 'system' with this model", 'role system → developer'],
  [CHAT, 'top_p must be in (0, 1], got 2', 'value of top_p'],
  [CHAT, 'temperature: Input should be less than or equal to 1', 'value of temperature'],
  [
    CHAT,
    "'max_tokens' or 'max_completion_tokens' is too large: 100000. This model's maximum context length is 6144 tokens and your request has 15 input tokens (100000 > 6144 - 15).",
    'set max_tokens = 6129',
  ],
  [
    CHAT,
    "This model's maximum context length is 4097 tokens. However, you requested 100015 tokens (15 in the messages, 100000 in the completion). Please reduce the length.",
    'set max_tokens = 4082',
  ],
  [
    CHAT,
    'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 15 `inputs` tokens and 100000 `max_new_tokens`',
    'set max_tokens = 4081',
  ],
  [
    CHAT,
    'max_tokens is too large: 100000. This model supports at most 16384 completion tokens, whereas you provided 100000.',
    'set max_tokens = 16384',
  ],
  [CHAT, '`max_tokens` must be less than or equal to `8192`', 'set max_tokens = 8192'],
  [
    CHAT,
    "This model's maximum context length is 4097 tokens. However, you requested 105000 tokens (5000 in the messages, 100000 in the completion).",
    'nothing',
  ],
  [CHAT, "Sorry, this gateway can't honour stream_options.", 'drop stream_options'],
  [CHAT, 'stream_options: this field was not recognised by the schema', 'drop stream_options'],
  [CHAT, 'Sorry, stream_options cannot be honoured here', 'drop stream_options'],
  [CHAT, 'stream_options is out of the question', 'drop stream_options'],
  [CHAT, 'nope', 'drop stream_options', 'stream_options'],
  [RESPONSES, 'we do without `include`', 'drop include'],
  [CHAT, 'Unsupported parameters: seed, temperature', 'drop temperature, drop seed'],
  [CHAT, "Unknown fields: 'seed', 'temperature' and 'top_p'", 'drop temperature, drop top_p, drop seed'],
  [CHAT, 'Extra inputs are not permitted: temperature', 'drop temperature'],
  [CHAT, 'Extra inputs are not permitted: seed, temperature', 'drop temperature, drop seed'],
  [
    CHAT,
    'max_tokens has been retired; send max_completion_tokens',
    'rename max_tokens → max_completion_tokens',
  ],
  [CHAT, 'please send max_completion_tokens, not max_tokens', 'rename max_tokens → max_completion_tokens'],
  [
    { ...CHAT, max_tokens: 999_999 },
    'max_tokens: 999999 is above the ceiling of this deployment, 2048',
    'set max_tokens = 2048',
  ],
  [
    { ...CHAT, max_tokens: 10_000_000 },
    'no more than 4096 tokens (max_tokens was 10000000)',
    'set max_tokens = 4096',
  ],
  [CHAT, 'Error code: 400 - max_tokens is above the limit of 8,192', 'set max_tokens = 8192'],
  [CHAT, 'Error 400: max_tokens is above the limit', 'value of max_tokens'],
  [CHAT, 'This model only works with temperature 1', 'drop temperature'],
  [CHAT, 'parallel tool calls cannot be disabled', 'value of parallel_tool_calls'],
  [CHAT, "reasoning effort 'low' is not one of: none, high", 'replace reasoning_effort low → high'],
  [
    { ...CHAT, reasoning_effort: 'minimal' },
    "Unsupported value: 'reasoning_effort' does not support 'minimal' with this model. Supported values are: 'none', 'low', 'medium' and 'high'.",
    'replace reasoning_effort minimal → low',
  ],
  [
    { ...CHAT, reasoning_effort: 'max' },
    "body.reasoning_effort: Input should be 'low', 'medium' or 'high'",
    'replace reasoning_effort max → high',
  ],
  [
    { reasoning: { effort: 'max' } },
    "Invalid value: 'max'. Supported values are: 'none', 'low', 'medium', 'high', and 'xhigh'.",
    'replace reasoning.effort max → xhigh',
    'reasoning.effort',
  ],
  [
    { ...CHAT, reasoning_effort: 'max' },
    "reasoning_effort: unknown level 'max'",
    'replace reasoning_effort max → xhigh',
  ],
  [{ ...CHAT, reasoning_effort: 'max' }, "Unknown parameter: 'reasoning_effort'", 'drop reasoning_effort'],
  [{ ...CHAT, seed: 2 ** 40 }, 'seed must be less than or equal to 2147483647', 'drop seed'],
  [CHAT, 'json mode is not a thing here', 'value of response_format'],
  [CHAT, 'bad penalty', 'value of presence_penalty'],
  [CHAT, "we can't honour `seed`", 'value of seed'],
  [CHAT, 'Der Parameter top_p wird hier leider nicht angeboten', 'value of top_p'],
  [CHAT, 'auto tool choice requires --enable-auto-tool-choice and --tool-call-parser', 'nothing'],
  [CHAT, 'Invalid conversation: nothing was said about top_p', 'nothing'],
  [CHAT, 'the model does not support tools', 'nothing'],
  [CHAT, 'This model does not support image input.', 'nothing'],
  [CHAT, 'Please stop sending requests; unknown error', 'nothing'],
  [
    CLAUDE,
    '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
    'drop top_p',
  ],
  [CLAUDE, '`temperature` is deprecated for this model.', 'drop temperature'],
  [
    CLAUDE,
    'max_tokens: 90000 > 64000, which is the maximum allowed number of output tokens for c',
    'set max_tokens = 64000',
  ],
  [
    CLAUDE,
    'input length and `max_tokens` exceed context limit: 150000 + 90000 > 200000, decrease input length or `max_tokens` and try again',
    'set max_tokens = 50000',
  ],
  [
    GEMINI,
    'Invalid JSON payload received. Unknown name "seed" at \'generation_config\': Cannot find field.',
    'drop generationConfig.seed',
  ],
  [
    GEMINI,
    'Penalty is not enabled for models/g',
    'drop generationConfig.presencePenalty, drop generationConfig.frequencyPenalty',
  ],
  [GEMINI, 'JSON mode is not enabled for models/g', 'drop generationConfig.responseMimeType'],
  [RESPONSES, 'Encrypted content is not supported with this model.', 'drop include', 'include'],
  [
    RESPONSES,
    "Unsupported parameter: 'reasoning.effort' is not supported with this model.",
    'drop reasoning',
    'reasoning.effort',
  ],
  [
    RESPONSES,
    "developer is not one of ['system', 'assistant', 'user'] - 'input.0.role'",
    'role developer → system',
  ],
]

for (const [body, text, expected, param] of SAID)
  test(`“${text.slice(0, 70)}”: ${expected} [agent.model.refusals]`, () => {
    assert.equal(summary(body, text, param ?? null), expected)
  })

test('a value that the Hub chose is dropped where unknown words refuse it, and learned once that helps [agent.model.refusals]', () => {
  const refusal = { status: 400, text: "we can't honour `temperature`", param: null }
  assert.deepEqual(findRefusedParameters(refusal, CHAT, []), { setting: 'temperature' })
  assert.deepEqual(findRefusedParameters(refusal, CHAT, [], ['temperature']), {
    changes: [{ kind: 'drop', name: 'temperature', path: ['temperature'] }],
    keep: 'if-accepted',
  })
})

test('a server error that names a setting counts by its range alone [agent.model.refusals]', () => {
  const found = (text: string) => findRefusedParameters({ status: 500, text, param: null }, CHAT, [])
  assert.deepEqual(found('temperature must be between 0 and 1'), { setting: 'temperature' })
  assert.equal(found('top_p: the lights went out'), null)
  assert.equal(found('Internal Server Error'), null)
})

test('each effort that a server refuses in turn is replaced by another, until none is left [agent.model.refusals]', () => {
  const made: BodyChange[] = []
  const sent: string[] = []
  for (;;) {
    const body = JSON.parse(changedBody('{"reasoning_effort":"xhigh"}', made) as string) as {
      reasoning_effort: string
    }
    sent.push(body.reasoning_effort)
    const refusal = { status: 400, text: `'${body.reasoning_effort}' is no reasoning_effort`, param: null }
    const found = findRefusedParameters(refusal, body, made)
    if (!found || !('changes' in found)) break
    made.push(...found.changes)
  }
  assert.deepEqual(sent, ['xhigh', 'high', 'medium', 'low', 'minimal', 'max'])
})

test('a setting that is refused under both names is dropped [agent.model.refusals]', () => {
  const made: BodyChange[] = []
  for (const name of ['max_tokens', 'max_completion_tokens']) {
    const sent = JSON.parse(changedBody(JSON.stringify(CHAT), made) as string) as object
    const found = findRefusedParameters(
      { status: 400, text: `Unknown parameter: '${name}'`, param: name },
      sent,
      made,
    )
    assert.ok(found && 'changes' in found)
    made.push(...found.changes)
  }
  const sent = JSON.parse(changedBody(JSON.stringify(CHAT), made) as string) as object
  assert.ok(!('max_tokens' in sent) && !('max_completion_tokens' in sent))
})

test('for any message of a server, tools, messages and model stay, and no change repeats [agent.model.refusals]', () => {
  const words = fc.constantFrom(
    ...Object.keys(CHAT),
    'unsupported',
    'not supported',
    'only',
    '`',
    "'",
    'role',
    'system',
    '5',
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 12 }), (sentence) => {
      const made: BodyChange[] = []
      for (let tries = 0; tries < 40; tries++) {
        const sent = JSON.parse(changedBody(JSON.stringify(CHAT), made) as string) as typeof CHAT
        assert.equal(sent.model, CHAT.model)
        assert.equal(sent.tools.length, 1)
        assert.equal(sent.messages.length, 3)
        const found = findRefusedParameters(
          { status: 400, text: sentence.join(' '), param: null },
          sent,
          made,
        )
        if (!found || !('changes' in found)) return
        const fresh = found.changes.filter(
          (change) => !made.some((one) => bodyChangeKey(one) === bodyChangeKey(change)),
        )
        if (fresh.length === 0) return
        made.push(...fresh)
      }
      assert.fail('it never ends')
    }),
  )
})

test('a model that must call no tool gets none where the choice is refused [agent.model.refusals]', () => {
  const body = { tools: [{}], tool_choice: 'none' }
  const change: BodyChange = { kind: 'drop', name: 'tool_choice', path: ['tool_choice'] }
  assert.equal(changedBody(JSON.stringify(body), [change]), '{}')
})
