import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeModelFailure, type FailureContext } from './failure.ts'

const about: FailureContext = {
  label: 'the model server',
  model: 'm',
  baseUrl: 'http://127.0.0.1:1/v1',
  keyVariable: 'SVC_MODEL_API_KEY',
  apiKey: null,
}

const SAID: readonly (readonly [message: string, limit: number | null, counted?: number])[] = [
  [
    "This model's maximum context length is 128000 tokens. However, you requested 129300 tokens (128300 in the messages, 1000 in the completion). Please reduce the length of the messages or completion.",
    128_000,
    128_300,
  ],
  [
    "This endpoint's maximum context length is 131072 tokens. However, you requested about 140000 tokens (139000 of text input, 1000 in the output).",
    131_072,
    139_000,
  ],
  ["This model's maximum context length is 8,192 tokens. gpt-4-0613 was sent 9000.", 8192],
  [
    'input length and `max_tokens` exceed context limit: 199000 + 21333 > 200000, decrease input length',
    200_000,
  ],
  ['prompt is too long: 212345 tokens > 200000 maximum', 200_000, 212_345],
  [
    'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
    1_048_576,
    1_200_000,
  ],
  ['request (8300 tokens) exceeds the available context size (4096 tokens), try increasing it', 4096, 8300],
  [
    'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
    32_768,
    40_000,
  ],
  ["This model's maximum prompt length is 131072 but the request contains 537812 tokens.", 131_072, 537_812],
  ['Input is too long for requested model.', null],
  ['context length exceeded: 9000 tokens were sent by request 20241022', null],
]

test('of a refusal’s numbers the model’s limit is taken, and beside it what was sent [bridge.context]', () => {
  for (const [message, limit, counted = null] of SAID) {
    const failure = describeModelFailure(Object.assign(new Error(message), { statusCode: 400 }), about)
    assert.deepEqual([failure.code, failure.limit, failure.counted], ['too_long', limit, counted], message)
  }
})
