import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reported } from '../reported.ts'
import { refusedTools } from './refused-tools.ts'

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
  // Refusals of something else.
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
    const error = new Error('wrapped', { cause: reported({ error: { message } }, { statusCode: status }) })
    assert.deepEqual(
      refusedTools(error, TOOLS).map(({ name }) => name),
      names,
    )
  })
