import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CallToolResult } from '@modelcontextprotocol/client'
import fc from 'fast-check'
import { readResult } from '../tools/result.ts'
import { RAW_TOOLS } from './lenient-message.ts'
import { readableMessage } from './read-message.ts'

const read = (message: object) =>
  JSON.parse(readableMessage(JSON.stringify(message))) as Record<string, unknown>
const resultOf = (result: unknown) =>
  read({ jsonrpc: '2.0', id: 1, result }).result as Record<string, unknown>

async function modelGets(result: unknown) {
  const saved: Buffer[] = []
  const { text, files, unreadable } = await readResult(
    resultOf(result) as unknown as CallToolResult,
    'photo',
    async (filename, content) => {
      saved.push(content as Buffer)
      return { filename, size: content.length, url: '/u' }
    },
  )
  return { text, unreadable, saved, files: files.map(({ filename, mediaType }) => [filename, mediaType]) }
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const image = (more: object) => ({ content: [{ type: 'image', data: PNG, mimeType: 'image/png', ...more }] })
const SAVED = '[image saved as photo.png, 70 bytes: /u]'

test('optional fields that are null count as absent [agent.mcp.lenient]', async () => {
  const block = { type: 'text', text: 'Hi', annotations: null, _meta: null }
  const { text } = await modelGets({ content: [block], structuredContent: null, isError: null, _meta: null })
  assert.equal(text, 'Hi')
  assert.deepEqual(
    resultOf({ protocolVersion: 'x', instructions: null, capabilities: { tools: { a: null } } }),
    {
      protocolVersion: 'x',
      capabilities: { tools: {} },
    },
  )
  const inputSchema = { type: 'object', properties: { a: { default: null } } }
  const tool = { name: 'a', title: null, inputSchema, outputSchema: null, annotations: null }
  const list = resultOf({ tools: [tool, null, 'x'], nextCursor: null, ttlMs: null })
  assert.deepEqual(list[RAW_TOOLS], [{ name: 'a', inputSchema }, null, 'x'])
  assert.ok(!('nextCursor' in list))
  const emptied = read({ jsonrpc: '2.0', id: 1, result: { isError: false }, error: null })
  assert.deepEqual(emptied.result, { resultType: 'complete', content: [] })
  assert.deepEqual(read({ jsonrpc: '2.0', id: 1, result: null, error: { code: 1, message: 'x' } }), {
    jsonrpc: '2.0',
    id: 1,
    error: { code: 1, message: 'x' },
  })
  const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1, total: null } }
  assert.deepEqual(read(progress).params, { progress: 1 })
  const kept = { structuredContent: { a: null }, content: [] }
  assert.deepEqual(resultOf(kept).structuredContent, { a: null }, 'data keeps its own')
})

for (const [name, result, text] of [
  ['no content', {}, 'Done.'],
  ['null as content', { content: null }, 'Done.'],
  ['one block instead of a list', { content: { type: 'text', text: 'Hi' } }, 'Hi'],
  ['a text instead of a list', { content: 'Hi' }, 'Hi'],
  ['texts instead of blocks', { content: ['Hi', 'Ho'] }, 'Hi\n\nHo'],
  ['a number as text', { content: [{ type: 'text', text: 3 }] }, '3'],
  ['a wrong type of a picture', image({ mimeType: 'text/html' }), SAVED],
  ['another type of picture', image({ mimeType: 'image/jpeg' }), SAVED],
  ['no type', image({ mimeType: null }), SAVED],
  ['line breaks', image({ data: PNG.replace(/.{20}/g, '$&\r\n') }), SAVED],
  [
    'the alphabet of URLs',
    image({ data: PNG.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') }),
    SAVED,
  ],
  ['a data URL', image({ data: `data:image/png;base64,${PNG}`, mimeType: undefined }), SAVED],
  ['annotations of a form of its own', image({ annotations: 'none', _meta: 3 }), SAVED],
  ['a link without a name', { content: [{ type: 'resource_link', uri: 'a:b' }] }, '[a:b: a:b]'],
] as [string, object, string][])
  test(`a result with ${name} is read [agent.mcp.lenient]`, async () => {
    const got = await modelGets(result)
    assert.equal(got.text, text)
    assert.deepEqual(got.unreadable, [])
    for (const bytes of got.saved) assert.equal(bytes.toString('base64'), PNG)
  })

test('a block that cannot be read is named, and those beside it are read [agent.mcp.lenient]', async () => {
  const { text, unreadable } = await modelGets({
    content: [
      { type: 'hologram', depth: 3 },
      null,
      { type: 'text' },
      { type: 'image', data: 'not base64!' },
      { type: 'audio', data: null },
      { type: 'resource', resource: { uri: 'a:b', text: null, blob: null } },
      { type: 'resource_link', name: 'x' },
      { type: 'text', text: 'The good one' },
    ],
  })
  assert.equal(
    text,
    [
      '[Left out: a content block of the unknown type “hologram”]',
      '[Left out: a content block that is no object]',
      '[Left out: a text block without text]',
      '[Left out: an image that is not valid base64]',
      '[Left out: a sound that is not valid base64]',
      '[Left out: a resource without text and without valid base64]',
      '[Left out: a link without an address]',
      'The good one',
    ].join('\n\n'),
  )
  assert.equal(unreadable.length, 7)
  await assert.rejects(modelGets({ isError: true, content: [] }), /reported a failure/)
})

test('the model gets pictures, sounds and PDF files within limits; other files are only saved [agent.mcp.pictures]', async () => {
  const pdf = Buffer.from('%PDF-1.4').toString('base64')
  const { files } = await modelGets({
    content: [
      { type: 'image', data: PNG, mimeType: 'application/octet-stream' },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { type: 'resource', resource: { uri: 'file:///a/plan.pdf', blob: pdf } },
      { type: 'resource', resource: { uri: 'a:b', blob: PNG } },
      { type: 'resource', resource: { uri: 'file:///a/bed.csv', mimeType: 'text/csv', blob: 'YQ==' } },
    ],
  })
  assert.deepEqual(files, [
    ['photo.png', 'image/png'],
    ['photo.wav', 'audio/wav'],
    ['plan.pdf', 'application/pdf'],
    ['photo.png', 'image/png'],
  ])
  const many = await modelGets({ content: Array.from({ length: 10 }, () => image({}).content[0]) })
  assert.equal(many.files.length, 8)
  assert.equal(many.text.match(/not shown to you/g)?.length, 2)
})

test('numbers keep their digits outside of data too [agent.mcp.lenient]', () => {
  const message = readableMessage(
    '{"jsonrpc":"2.0","id":1,"result":{"resources":[{"name":"a","size":1152921504606846977}],"_meta":{"t":1.10}}}',
  )
  assert.match(message, /"size":1152921504606846977/)
  assert.match(message, /"t":1\.10/)
  assert.match(readableMessage('{"result":{"content":[{"type":"text","text":1.10}]}}'), /"text":"1\.10"/)
})

test('no message of a server breaks the reader, and every message stays JSON [agent.mcp.lenient]', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (result) => {
      const message = readableMessage(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
      assert.equal((JSON.parse(message) as { id: number }).id, 1)
    }),
  )
  assert.equal(readableMessage('{"result": nonsense'), '{"result": nonsense')
})
