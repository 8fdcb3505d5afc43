import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ModelFailure } from '../model.ts'
import { createChunkReader } from './chunks.ts'

const ABOUT = {
  label: 'the model server',
  model: 'm',
  baseUrl: 'http://127.0.0.1/v1',
  keyVariable: 'SVC_MODEL_API_KEY',
  apiKey: null,
}

const readerOf = () =>
  createChunkReader({
    modelId: 'compatible/m',
    about: ABOUT,
    newCallId: () => 'new',
    tools: new Set(['look']),
  })

type Part = object

const endOf = (
  deltas: readonly Part[],
  finish_reason: string | null = null,
  how: 'done' | 'closed' = 'done',
) => {
  const reader = readerOf()
  const events = deltas.flatMap((delta) => reader.read(JSON.stringify({ choices: [{ delta }] })))
  if (finish_reason !== null) reader.read(JSON.stringify({ choices: [{ delta: {}, finish_reason }] }))
  events.push(...reader.end(how))
  const finish = events.at(-1)!
  assert.ok(finish.type === 'finish')
  const join = (type: string) =>
    events.map((event) => (event.type === type && 'text' in event ? event.text : '')).join('')
  const { thoughts, extras } = (finish.replay ?? {}) as { thoughts?: object; extras?: object }
  return { reason: finish.reason, text: join('text'), reasoning: join('reasoning'), thoughts, extras, events }
}

const CALL = { tool_calls: [{ index: 0, id: 'c', function: { name: 'look', arguments: '{}' } }] }
const CUT_CALL = { tool_calls: [{ index: 0, id: 'c', function: { name: 'look', arguments: '{"a' } }] }
const UNBEGUN_CALL = { tool_calls: [{ index: 0, id: 'c', function: { name: 'look', arguments: '' } }] }
const TEXT = { content: 'Hi' }

const ENDS: [deltas: Part[], finish: string | null, reason: string][] = [
  [[TEXT], 'stop', 'stop'],
  [[TEXT], 'eos', 'stop'],
  [[TEXT], 'end_turn', 'stop'],
  [[TEXT], 'pause_turn', 'stop'],
  [[TEXT], 'a new word', 'stop'],
  [[TEXT], '', 'stop'],
  [[TEXT], null, 'stop'],
  [[TEXT], 'tool_calls', 'stop'],
  [[CALL], 'stop', 'tool-calls'],
  [[CALL], 'tool_use', 'tool-calls'],
  [[CALL], '', 'tool-calls'],
  [[TEXT], 'length', 'length'],
  [[TEXT], 'MAX_TOKENS', 'length'],
  [[CALL], 'max_output_tokens', 'length'],
  [[TEXT], 'model_context_window_exceeded', 'length'],
  [[TEXT], 'content_filter', 'content-filter'],
  [[TEXT], 'SAFETY', 'content-filter'],
  [[TEXT], 'refusal', 'content-filter'],
  [[CALL], 'content_filter', 'content-filter'],
  [[{ refusal: 'I can’t help with that.' }], 'stop', 'content-filter'],
]

for (const [deltas, finish, reason] of ENDS)
  test(`${JSON.stringify(deltas)} with finish reason ${finish} ends with ${reason} [agent.provider.finish]`, () => {
    assert.equal(endOf(deltas, finish).reason, reason)
  })

test('an answer without its end is broken: closed, with a cut call, without content, or with an error as its reason [agent.provider.finish]', () => {
  const broken: [Part[], string | null, 'done' | 'closed'][] = [
    [[TEXT], null, 'closed'],
    [[CALL], null, 'closed'],
    [[CUT_CALL], null, 'done'],
    [[TEXT, UNBEGUN_CALL], null, 'done'],
    [[{ role: 'assistant' }], null, 'done'],
    [[TEXT], 'error', 'done'],
    [[TEXT], 'abort', 'done'],
    [[TEXT], 'network_error', 'done'],
  ]
  for (const given of broken) assert.throws(() => endOf(...given), Error, JSON.stringify(given))
  assert.throws(() => endOf([TEXT], null, 'closed'), ModelFailure)
})

test('a whole answer needs no finish reason [agent.provider.finish]', () => {
  const reader = readerOf()
  reader.read(JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'Hi' } }] }))
  assert.deepEqual(reader.end('closed').at(-1), {
    type: 'finish',
    reason: 'stop',
    usage: { input: 0, output: 0, cached: 0, reasoning: 0 },
    replay: undefined,
  })
})

interface Thoughts {
  deltas: Part[]
  reasoning: string
  thoughts: object | undefined
  text?: string
}

const detail = (index: number, rest: object) => ({
  reasoning_details: [{ type: 'reasoning.text', format: 'anthropic-claude-v1', index, ...rest }],
})

const thinking = (rest: object) => ({ thinking_blocks: [{ type: 'thinking', ...rest }] })

const THOUGHTS: Record<string, Thoughts> = {
  'DeepSeek: reasoning_content': {
    deltas: [{ reasoning_content: 'Hm, ' }, { reasoning_content: 'yes.' }],
    reasoning: 'Hm, yes.',
    thoughts: { reasoning_content: 'Hm, yes.' },
  },
  'DeepSeek: empty reasoning_content': {
    deltas: [{ reasoning_content: '' }, { reasoning_content: null }],
    reasoning: '',
    thoughts: { reasoning_content: '' },
  },
  'vLLM: reasoning': { deltas: [{ reasoning: 'Hm' }], reasoning: 'Hm', thoughts: { reasoning: 'Hm' } },
  'half a character in each piece': {
    deltas: [{ reasoning: '\ud83c' }, { reasoning: '\udf37 \ud83c' }],
    reasoning: '🌷 \ud83c',
    thoughts: { reasoning: '🌷 \ufffd' },
  },
  'OpenRouter: reasoning_details, signature in a piece of its own': {
    deltas: [
      { reasoning: 'Let', ...detail(0, { text: 'Let' }) },
      { reasoning: ' me.', ...detail(0, { text: ' me.' }) },
      detail(0, { signature: 'sig0' }),
      { reasoning_details: [{ type: 'reasoning.encrypted', data: 'xyz', id: 'c', index: 1 }] },
      { reasoning: 'More', ...detail(2, { text: 'More', signature: null }) },
    ],
    reasoning: 'Let me.More',
    thoughts: {
      reasoning: 'Let me.More',
      reasoning_details: [
        {
          type: 'reasoning.text',
          format: 'anthropic-claude-v1',
          index: 0,
          text: 'Let me.',
          signature: 'sig0',
        },
        { type: 'reasoning.encrypted', data: 'xyz', id: 'c', index: 1 },
        { type: 'reasoning.text', format: 'anthropic-claude-v1', index: 2, text: 'More', signature: null },
      ],
    },
  },
  'OpenRouter: reasoning_details alone, without an index': {
    deltas: [
      { reasoning_details: [{ type: 'reasoning.summary', summary: 'Su' }] },
      { reasoning_details: [{ type: 'reasoning.summary', summary: 'm' }] },
      { reasoning_details: [{ type: 'reasoning.encrypted', data: 'one', id: 'x' }] },
      { reasoning_details: [{ type: 'reasoning.encrypted', data: 'two', id: 'x' }] },
    ],
    reasoning: 'Sum',
    thoughts: {
      reasoning_details: [
        { type: 'reasoning.summary', summary: 'Sum' },
        { type: 'reasoning.encrypted', data: 'one', id: 'x' },
        { type: 'reasoning.encrypted', data: 'two', id: 'x' },
      ],
    },
  },
  'LiteLLM: thinking_blocks': {
    deltas: [
      { reasoning_content: 'Step ', ...thinking({ thinking: 'Step ', signature: '' }) },
      { reasoning_content: 'one', ...thinking({ thinking: 'one', signature: '' }) },
      { reasoning_content: '', ...thinking({ thinking: '', signature: 'sig' }) },
      { thinking_blocks: [{ type: 'redacted_thinking', data: 'red' }] },
      thinking({ thinking: 'two', signature: 'sig2' }),
    ],
    reasoning: 'Step onetwo',
    thoughts: {
      reasoning_content: 'Step one',
      thinking_blocks: [
        { type: 'thinking', thinking: 'Step one', signature: 'sig' },
        { type: 'redacted_thinking', data: 'red' },
        { type: 'thinking', thinking: 'two', signature: 'sig2' },
      ],
    },
  },
  'Mistral: parts of type thinking': {
    deltas: [
      { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm, ' }] }] },
      { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'yes.' }] }] },
      { content: [{ type: 'text', text: 'Loo' }] },
      { content: 'king.' },
    ],
    reasoning: 'Hm, yes.',
    text: 'Looking.',
    thoughts: {
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'Hm, yes.' }] },
        { type: 'text', text: 'Looking.' },
      ],
    },
  },
  'thoughts in the text': {
    deltas: [
      { content: '<thi' },
      { content: 'nk>\nHm' },
      { content: '</think>\n\n' },
      { content: 'Looking.' },
    ],
    reasoning: 'Hm',
    text: 'Looking.',
    thoughts: { content: '<think>\nHm</think>\n\nLooking.' },
  },
  'no thoughts': {
    deltas: [{ content: '<th' }, { content: 'ird>' }],
    reasoning: '',
    text: '<third>',
    thoughts: undefined,
  },
}

for (const [name, { deltas, reasoning, thoughts, text = '' }] of Object.entries(THOUGHTS))
  test(`thoughts are shown and returned unchanged: ${name} [agent.provider.replay]`, () => {
    const made = endOf([...deltas, CALL], 'tool_calls')
    assert.deepEqual([made.reasoning, made.text, made.thoughts], [reasoning, text, thoughts])
  })

test('a signature beside a call is returned beside it [agent.provider.replay]', () => {
  const google = { extra_content: { google: { thought_signature: 'sig' } } }
  const litellm = { provider_specific_fields: { thought_signature: 'sig' } }
  for (const extra of [google, litellm]) {
    const [call] = CALL.tool_calls
    const { extras } = endOf([{ tool_calls: [{ ...call, ...extra }] }], 'tool_calls')
    assert.deepEqual(extras, { c: extra })
  }
})

test('every token counts once, for servers that include cached and reasoning tokens and for servers that list them apart', () => {
  const counted = (
    prompt: unknown,
    completion: unknown,
    total: unknown,
    cached: unknown,
    reasoning: unknown,
  ) => {
    const reader = readerOf()
    reader.read(
      JSON.stringify({
        choices: [{ delta: TEXT, finish_reason: 'stop' }],
        usage: {
          prompt_tokens: prompt,
          completion_tokens: completion,
          total_tokens: total,
          prompt_tokens_details: { cached_tokens: cached },
          completion_tokens_details: { reasoning_tokens: reasoning },
        },
      }),
    )
    const finish = [...reader.end('done')].at(-1)!
    assert.ok(finish.type === 'finish')
    return [finish.usage.input, finish.usage.output]
  }
  assert.deepEqual(counted(10, 50, 60, 4, 40), [10, 50], 'among them')
  assert.deepEqual(counted(10, 5, 4015, 0, 4000), [10, 4005], 'reasoning beside, more than')
  assert.deepEqual(counted(10, 50, 100, 0, 40), [10, 90], 'reasoning beside, by the total')
  assert.deepEqual(counted(10, 50, 140, 40, 40), [50, 90], 'both beside')
  assert.deepEqual(counted(100, 50, 190, 40, 30), [140, 50], 'cached beside, by the total')
  assert.deepEqual(counted(100, 50, 180, 40, 30), [100, 80], 'reasoning beside, cached among')
  assert.deepEqual(counted(1.5, '7', null, -3, {}), [2, 0], 'no whole numbers')
})
