import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CallToolResult } from '@modelcontextprotocol/client'
import fc from 'fast-check'
import { parseJson } from '#ground/base/json/parse.ts'
import { readableMessage } from '../messages/read-message.ts'
import { readResult } from './result.ts'

const noFiles = async () => assert.fail('no file is saved')

async function shownOf(result: string): Promise<string> {
  const { result: read } = JSON.parse(readableMessage(`{"jsonrpc":"2.0","id":1,"result":${result}}`)) as {
    result: CallToolResult
  }
  return (await readResult(read, 'tool', noFiles)).text
}

const texts = (...given: string[]) => JSON.stringify(given.map((text) => ({ type: 'text', text })))
const both = (blocks: string, data: string) => `{"content":${blocks},"structuredContent":${data}}`

for (const [name, blocks, data, shown] of [
  ['a wrapped text', texts('Hello Ann'), '{"result":"Hello Ann"}', 'Hello Ann'],
  ['a wrapped text with other white space at its end', texts('Hi\n'), '{"result":"Hi"}', 'Hi\n'],
  ['a wrapped number', texts('1152921504606846977'), '{"result":1152921504606846977}', '1152921504606846977'],
  ['digits of money', texts('1.10'), '{"result":1.10}', '1.10'],
  ['a number beyond all', texts('[1e400, -0]'), '{"result":[1e400,-0]}', '[1e400, -0]'],
  ['a wrapped boolean as Python writes it', texts('True'), '{"result":true}', 'True'],
  ['a wrapped null', texts('null'), '{"result":null}', 'null'],
  ['nothing at all', '[]', '{"result":null}', 'Done.'],
  ['no data', texts('Hi'), 'null', 'Hi'],
  [
    'a list item by item',
    texts('{"b": 1,\n "a": "\\u00e9"}', '2'),
    '{"result":[{"a":"é","b":1},2]}',
    '{"b": 1,\n "a": "\\u00e9"}\n\n2',
  ],
  ['lists within a list, item by item', texts('1', '2', '3'), '{"result":[[1,2],[3]]}', '1\n\n2\n\n3'],
  ['texts of a list', texts('a', 'b'), '{"result":["a","b"]}', 'a\n\nb'],
  ['a bare list', texts('[1, 2]'), '[1,2]', '[1, 2]'],
  ['a bare number', texts('3'), '3', '3'],
  ['a whole object with other spacing', texts('{ "a" :  [1.0] }'), '{"a":[1]}', '{ "a" :  [1.0] }'],
  ['a block as data', texts('Hi'), '{"result":{"type":"text","text":"Hi","annotations":null}}', 'Hi'],
  ['data without text', '[]', '{"id":1152921504606846977,"p":1.10}', '{"id":1152921504606846977,"p":1.10}'],
  ['a bare list without text', '[]', '[1.10]', '[1.10]'],
  [
    'other data',
    texts('Two beds'),
    '{"beds":2,"p":1.10}',
    'Text:\nTwo beds\n\nStructured data:\n{"beds":2,"p":1.10}',
  ],
  ['another text', texts('Hi'), '{"result":"Hello"}', 'Text:\nHi\n\nStructured data:\n{"result":"Hello"}'],
  [
    'a number that differs in its last digit',
    texts('1152921504606846976'),
    '{"result":1152921504606846977}',
    'Text:\n1152921504606846976\n\nStructured data:\n{"result":1152921504606846977}',
  ],
  [
    'fewer items',
    texts('1', '2'),
    '{"result":[1,2,3]}',
    'Text:\n1\n\n2\n\nStructured data:\n{"result":[1,2,3]}',
  ],
  [
    'more than the wrapped value',
    texts('1'),
    '{"result":1,"unit":"m"}',
    'Text:\n1\n\nStructured data:\n{"result":1,"unit":"m"}',
  ],
] as const)
  test(`text and data of a result reach the model once when they are the same: ${name} [agent.mcp.results]`, async () => {
    assert.equal(await shownOf(both(blocks, data)), shown)
  })

test('data that a Python server wraps or lists reaches the model once, with its digits [agent.mcp.results]', async () => {
  const value = fc.jsonValue({ maxDepth: 3 }).filter((one) => one !== null)
  await fc.assert(
    fc.asyncProperty(value, fc.nat(4), fc.boolean(), async (given, indent, isWrapped) => {
      const text = typeof given === 'string' ? given : JSON.stringify(given, null, indent)
      const json = JSON.stringify(given)
      const shown = await shownOf(both(texts(text), isWrapped ? `{"result":${json}}` : json))
      assert.equal(shown, text === '' ? 'Done.' : text)
    }),
  )
})

test('data that differs from the text is shown with the digits of the server [agent.mcp.results]', async () => {
  const digits = fc.stringMatching(/^-?[1-9]\d{0,30}(\.\d{1,20})?([eE][+-]?\d{1,3})?$/)
  await fc.assert(
    fc.asyncProperty(digits, async (number) => {
      const shown = await shownOf(both(texts('A number'), `{"n":${number}}`))
      assert.equal(shown, `Text:\nA number\n\nStructured data:\n{"n":${number}}`)
      assert.ok(parseJson(number) !== undefined)
    }),
  )
})
