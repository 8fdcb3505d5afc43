import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeModelFailure, type FailureContext } from './failure.ts'
import { retryDelay } from './retry.ts'

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
  ['Invalid request: Your request exceeded model token limit: 8192 (requested: 9000)', 8192],
  ['<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 98304]', 98_304],
  ['Prompt exceeds max length', null],
  ['Request body too large for gpt-4o model. Max size: 8000 tokens.', 8000],
  ['prompt token count of 70123 exceeds the limit of 64000', 64_000, 70_123],
  ['Input validation error: `inputs` must have less than 1024 tokens. Given: 1500', 1024, 1500],
  [
    'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 2048. Given: 1900 `inputs` tokens and 200 `max_new_tokens`',
    2048,
    1900,
  ],
  ['the number of input tokens 5000 cannot exceed the total tokens limit 4096 for this model', 4096, 5000],
  [
    "You passed 5000 input tokens and requested 200 output tokens. However, the model's context length is only 4096 tokens.",
    4096,
    5000,
  ],
  ['The decoder prompt (length 5000) is longer than the maximum model length of 4096.', 4096, 5000],
  ['Prompt length (5000) exceeds the maximum sequence length (4096)', 4096, 5000],
  [
    'Please reduce the length of the messages or completion. Current length is 8500 while limit is 8192',
    null,
  ],
  ['too many input tokens: 5000 > 4096', 4096],
  ['context length exceeded: 9000 tokens were sent by request 20241022', null],
]

test('a refusal’s numbers give the model’s limit and the sent size [bridge.context]', () => {
  for (const [message, limit, counted = null] of SAID) {
    const failure = describeModelFailure(Object.assign(new Error(message), { statusCode: 400 }), about)
    assert.deepEqual([failure.code, failure.limit, failure.counted], ['too_long', limit, counted], message)
  }
})

test('a server error with this message is a refusal for length, and is not repeated [bridge.context]', () => {
  for (const [message] of SAID) {
    const error = Object.assign(new Error(message), { statusCode: 500 })
    assert.equal(describeModelFailure(error, about).code, 'too_long', message)
    assert.equal(retryDelay(error, 1, 0, 0), null, message)
  }
})

test('a refusal of a field for its length is not a refusal of the conversation [bridge.context]', () => {
  for (const message of [
    "Invalid 'messages[1].content': string too long. Expected a string with maximum length 1048576, but got a string with length 2000000 instead.",
    'tools.0.name: string should have at most 64 characters',
    'max_tokens must be at least 1, got -812.',
    'image exceeds 5 MB maximum',
  ])
    assert.equal(
      describeModelFailure(Object.assign(new Error(message), { statusCode: 400 }), about).code,
      'bad_request',
      message,
    )
})
