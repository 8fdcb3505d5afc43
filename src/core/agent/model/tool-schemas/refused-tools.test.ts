import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toServerReport } from '../reported.ts'
import type { ModelRequest } from '../model.ts'
import type { ModelWire } from '../wire.ts'
import { refusedTools, withoutRefusedTools } from './refused-tools.ts'

const tool = (name: string, properties: object = {}) => ({
  name,
  description: '',
  inputSchema: { type: 'object', properties },
})

const TOOLS = [
  tool('search'),
  tool('read_file'),
  tool('items__tags', { tags: { type: 'weird' } }),
  tool('add'),
  tool('roll_dice'),
  tool('odd__key'),
  tool('odd__keys'),
  tool('odd-3'),
  tool('memory_retry'),
]

const REFUSALS: [status: number, message: string, tools: string[]][] = [
  [
    400,
    "Invalid schema for function 'items__tags': In context=('properties', 'tags'), array schema missing items.",
    ['items__tags'],
  ],
  [400, "Invalid 'tools[2].function.parameters': schema must have type object", ['items__tags']],
  [
    400,
    'tools.2.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12',
    ['items__tags'],
  ],
  [400, 'tools.1.input_schema.properties: Property keys should match pattern', ['read_file']],
  [
    400,
    '* GenerateContentRequest.tools[0].function_declarations[2].parameters.properties[tags].items: missing field.',
    ['items__tags'],
  ],
  [
    400,
    'Unable to submit request because `items__tags` functionDeclaration `parameters.tags` schema is invalid',
    ['items__tags'],
  ],
  [400, 'JSON schema conversion failed:\nUnrecognized schema: {"type": "weird"}', ['items__tags']],
  [500, 'JSON schema conversion failed:\nUnrecognized schema: {"type":"weird"}', ['items__tags']],
  [422, 'body.tools.3.function.parameters: Input should be a valid dictionary', ['add']],
  [400, 'Invalid schema for function roll_dice: default is not permitted', ['roll_dice']],
  [400, 'Function declaration odd__keys: bad property name $filter', ['odd__keys']],
  [400, 'the definition of odd__key is not acceptable', ['odd__key']],
  [422, '(odd-3) is not acceptable.', ['odd-3']],
  [400, 'the definition of odd__ke is not acceptable', []],
  [400, 'Invalid function add: default is not permitted', ['add']],
  [400, 'the tool named search is not acceptable', ['search']],
  [500, 'Unable to build grammar for tool odd__key', ['odd__key']],
  [500, 'odd__keys: recursive refs unsupported', ['odd__keys']],
  [500, 'memory_retry: recursive refs unsupported', ['memory_retry']],
  [400, 'cannot build the tool call grammar of roll_dice', ['roll_dice']],
  [400, 'Invalid schema for function odd__keys: property read_file is not permitted', ['odd__keys']],
  [500, 'tools[1]: recursive refs unsupported', ['read_file']],
  // A number in an error counts tools from 0, or from 1 if no tool has this index.
  [400, 'cannot compile function #3', ['add']],
  [400, 'cannot compile function #2 (odd__key).', ['odd__key']],
  [500, 'cannot compile function #3', ['add']],
  [400, 'tool 1 is not acceptable', ['read_file']],
  [400, 'tool 9: not acceptable', ['memory_retry']],
  [400, 'tool 10: not acceptable', []],
  [400, 'tool 3.5 is a model, tool 3d another', []],
  [400, 'tool_call_id not found for call to roll_dice', []],
  [400, 'messages[3].tool_calls[0].function.name: roll_dice is not known', []],
  [400, 'message 3: roll_dice is not known', []],
  [400, 'contents[2].parts[0]: no function_response for roll_dice', []],
  [400, 'Function call is missing a thought_signature in functionCall parts: `default_api:roll_dice`', []],
  [400, 'Messages with role "tool" must follow a call, got roll_dice', []],
  [400, 'the tool result of roll_dice is missing', []],
  [400, 'tool_use ids were found without tool_result blocks: roll_dice', []],
  [400, "tool_call_id not found for 'roll_dice'", []],
  [400, 'the arguments of roll_dice do not match its schema', []],
  [500, 'lost the connection while tool search ran', []],
  [500, 'the tool search made trouble', []],
  [400, 'call_id of roll_dice is unknown', []],
  [500, 'roll_dice: the request timed out', []],
  [500, 'no tool result of roll_dice', []],
  [503, 'odd__keys: recursive refs unsupported', []],
  [400, 'Please add a search to the request', []],
  [400, "Unsupported parameter: 'parallel_tool_calls' is not supported with this model.", []],
  [400, "Invalid value for 'tool_choice': no function 'search'", []],
  [400, "messages[4].tool_calls[0]: unknown function 'search'", []],
  [400, 'The search failed because a tool is needed: add one', []],
  [400, 'Jinja Exception: System message must be at the beginning.', []],
  [400, 'Unrecognized schema: {}', []],
  [400, 'Unrecognized schema: {"type":"other"}', []],
  [401, "Invalid schema for function 'items__tags'", []],
  [500, "the tool 'search' made trouble", []],
]

for (const [status, message, names] of REFUSALS)
  test(`${status} “${message}” refuses ${names.join() || 'no tool'} [agent.provider.refused-tools]`, () => {
    const error = new Error('wrapped', {
      cause: toServerReport({ error: { message } }, { statusCode: status }),
    })
    assert.deepEqual(
      refusedTools(error, TOOLS).map(({ name }) => name),
      names,
    )
  })

test('a number that appears again after its tool was left out counts from 1 [agent.provider.refused-tools]', () => {
  const error = toServerReport({ error: { message: 'cannot compile function #3' } }, { statusCode: 400 })
  const [first] = refusedTools(error, TOOLS)
  assert.equal(first!.name, 'add')
  const rest = TOOLS.filter((some) => some !== first)
  assert.deepEqual(
    refusedTools(error, rest, error).map(({ name }) => name),
    ['items__tags'],
  )
})

test('if a template’s error names no tool, the request is repeated once without untyped tools [agent.provider.refused-tools]', async () => {
  const failure = (message: string) => toServerReport({ error: { message } }, { statusCode: 500 })
  const parserFailed = failure('Automatic parser generation failed: {{ message.role }}')
  const tools = [
    tool('typed', { at: { type: 'array', items: { type: 'string' } } }),
    tool('any', { value: {} }),
    tool('list', { values: { type: 'array' } }),
    tool('nested', { at: { type: 'object', properties: { x: { description: 'x' } } } }),
  ]
  const run = async (fails: (names: string[]) => boolean, failed = parserFailed) => {
    const sent: string[][] = []
    const left: string[] = []
    const wire = {
      async open(request: ModelRequest) {
        const names = request.tools.map(({ name }) => name)
        sent.push(names)
        if (fails(names)) throw failed
        return (async function* () {})()
      },
    } as unknown as ModelWire
    const mended = withoutRefusedTools(wire, (name) => left.push(name))
    const request = { messages: [], tools } as unknown as ModelRequest
    const listener = {} as Parameters<ModelWire['open']>[1]
    const ask = () =>
      mended.open(request, listener, new AbortController().signal).then(
        () => null,
        (error: unknown) => error,
      )
    return { results: [await ask(), await ask()], sent, left }
  }
  const all = tools.map(({ name }) => name)
  assert.deepEqual(await run((names) => names.length > 1), {
    results: [null, null],
    sent: [all, ['typed'], ['typed']],
    left: ['any', 'list', 'nested'],
  })
  assert.deepEqual(await run(() => true), {
    results: [parserFailed, parserFailed],
    sent: [all, ['typed'], all, ['typed']],
    left: [],
  })
  for (const message of [
    'Jinja Exception: System message must be at the beginning.',
    'jinja2.exceptions.TemplateError: Conversation roles must alternate user/assistant/user/assistant/...',
    'Jinja Exception: Only user and assistant roles are supported!',
    'Jinja Exception: No user query found in messages.',
    'Jinja Exception: This model only supports single tool-calls at once!\n{%- if tools %}',
  ]) {
    const failed = failure(message)
    assert.deepEqual(await run(() => true, failed), { results: [failed, failed], sent: [all, all], left: [] })
  }
  for (const message of [
    "Jinja Exception: 'dict object' has no attribute 'type'",
    'Jinja error message: unknown type\n{%- for message in messages %}',
  ])
    assert.equal((await run(() => true, failure(message))).sent.length, 4, message)
})
