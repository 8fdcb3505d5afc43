import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ResponseCreateParams, ResponseInputItem } from 'openai/resources/responses/responses'
import { toCompletion } from './input.ts'
import { readResponseRequest } from './request.ts'
import { InputItem } from './fields.ts'

const read = async (body: ResponseCreateParams) => {
  const request = await readResponseRequest(Buffer.from(JSON.stringify(body)))
  assert.ok(request.ok, JSON.stringify(request))
  return request.value
}
const completionOf = async (body: ResponseCreateParams, before: InputItem[] = []) => {
  const request = await read(body)
  return toCompletion(request, before, request.input)
}

test('items become messages, and the items of one answer are one message [bridge.responses-tools]', async () => {
  const input: ResponseInputItem[] = [
    { role: 'user', content: 'a' },
    { type: 'reasoning', id: 'rs_1', summary: [] },
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'b', annotations: [] }],
    },
    { role: 'assistant', content: 'c' },
    { type: 'function_call', call_id: '1', name: 'f', arguments: '{}' },
    { type: 'function_call', call_id: '2', name: 'g', arguments: '{"x":1}' },
    { type: 'function_call_output', call_id: '1', output: 'one' },
    { type: 'function_call_output', call_id: '2', output: [{ type: 'input_text', text: 'two' }] },
  ]
  const { body } = await completionOf({ instructions: 'Short.', input })
  assert.deepEqual(body.messages, [
    { role: 'system', content: 'Short.' },
    { role: 'user', content: 'a' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'b' },
        { type: 'text', text: 'c' },
      ],
      tool_calls: [
        { id: '1', function: { name: 'f', arguments: '{}' } },
        { id: '2', function: { name: 'g', arguments: '{"x":1}' } },
      ],
    },
    { role: 'tool', tool_call_id: '1', content: 'one' },
    { role: 'tool', tool_call_id: '2', content: [{ type: 'text', text: 'two' }] },
  ])
})

test('settings have the names of a chat completion, and allowed tools restrict the client’s [bridge.responses]', async () => {
  const tool = (name: string) => ({ type: 'function' as const, name, strict: null, parameters: {} })
  const { body } = await completionOf({
    input: 'x',
    max_output_tokens: 9,
    reasoning: { effort: 'high' },
    text: { format: { type: 'json_schema', name: 'n', schema: { type: 'object' }, strict: true } },
    tools: [tool('a'), tool('b')],
    tool_choice: { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'b' }] },
  })
  assert.equal(body.max_completion_tokens, 9)
  assert.equal(body.reasoning_effort, 'high')
  assert.deepEqual(body.response_format, {
    type: 'json_schema',
    json_schema: { name: 'n', schema: { type: 'object' }, strict: true },
  })
  assert.deepEqual(
    body.tools!.map(({ function: { name } }) => name),
    ['a', 'b'],
  )
  assert.deepEqual(body.tool_choice, {
    type: 'allowed_tools',
    allowed_tools: { mode: 'required', tools: [{ type: 'function', function: { name: 'b' } }] },
  })
})

test('errors name the fields of the client, wherever a message comes from [bridge.responses-refusals]', async () => {
  const before: InputItem[] = [{ type: 'message', role: 'user', content: 'x' }]
  const input: ResponseInputItem[] = [
    { role: 'user', content: 'a' },
    { type: 'function_call', call_id: '1', name: 'f', arguments: '{}' },
    { type: 'function_call_output', call_id: '1', output: 'one' },
  ]
  const { fieldOf } = await completionOf({ instructions: 'i', input }, before)
  for (const [param, expected] of [
    ['messages[0].content', 'instructions'],
    ['messages[1].content[2]', 'previous_response_id'],
    ['messages[2].content[3]', 'input[0].content[3]'],
    ['messages[4].content[1]', 'input[2].output[1]'],
    ['messages', 'input'],
    ['max_completion_tokens', 'max_output_tokens'],
    ['reasoning_effort', 'reasoning.effort'],
    ['tools[3].function.name', 'tools[3].name'],
    ['temperature', 'temperature'],
  ] as const)
    assert.equal(fieldOf(param), expected)
})

test('for any items, no text is lost and none is added [bridge.responses]', async () => {
  const text = fc.string({ minLength: 1, maxLength: 8 })
  const item = fc.oneof(
    fc.record({
      type: fc.constant('message' as const),
      role: fc.constantFrom('user', 'assistant'),
      content: text,
    }),
    fc.record({ type: fc.constant('function_call' as const), call_id: text, name: text, arguments: text }),
    fc.record({ type: fc.constant('function_call_output' as const), call_id: text, output: text }),
  )
  const words = (value: unknown): string =>
    typeof value === 'string' ? value : Array.isArray(value) ? value.map(words).join('') : ''
  const request = await read({ input: 'x' })
  fc.assert(
    fc.property(fc.array(item), (items) => {
      const input = items.map((each) => InputItem.parse(each))
      const { messages } = toCompletion(request, [], input).body
      const sent = messages.map((message) => {
        const parts = Array.isArray(message.content)
          ? message.content.map((part) => ('text' in part ? part.text : ''))
          : message.content
        const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
        return words([parts ?? '', ...calls.map(({ function: call }) => call.name + call.arguments)])
      })
      const given = input.map((each) =>
        each.type === 'message'
          ? words(each.content)
          : each.type === 'function_call'
            ? each.name + each.arguments
            : words('output' in each ? each.output : ''),
      )
      assert.equal(sent.join(''), given.join(''))
    }),
  )
})
