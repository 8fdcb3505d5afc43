import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { callContent, jsonBytes, MAX_EVENT_BYTES } from './content.ts'
import { HANDSHAKE_REVISIONS, MODERN_REVISION } from '#ground/base/mcp-revisions.ts'

const saved = (filename: string, content: Uint8Array | string) => ({
  filename,
  url: `https://hub.example/files/${filename}?signed`,
  size: Buffer.byteLength(content),
  content,
})
const revision = fc.constantFrom(...HANDSHAKE_REVISIONS, MODERN_REVISION)
const file = fc
  .record({
    name: fc.constantFrom('a.png', 'b.wav', 'c.md', 'd.bin', 'e.csv'),
    byte: fc.nat(255),
    size: fc.constantFrom(0, 100, 30 * 1024, 300 * 1024, 512 * 1024, 600 * 1024),
  })
  .map(({ name, byte, size }) => saved(name, Buffer.alloc(size, byte)))

test('content fits one stream event, for any output and files of a call [mcp.files]', () => {
  const texts = fc.constantFrom('', 'Drawn.', '\u0001'.repeat(65_536), 'ü'.repeat(32_768))
  fc.assert(
    fc.property(texts, fc.array(file, { maxLength: 6 }), revision, (text, files, asked) => {
      const content = callContent(text, files, asked)
      assert.ok(jsonBytes(content) < MAX_EVENT_BYTES - 8 * 1024)
      assert.ok(files.every(({ url }) => JSON.stringify(content).includes(url)))
    }),
    { numRuns: 20 },
  )
  const many = Array.from({ length: 9000 }, (_, n) => ({ ...saved(`${n}.csv`, ''), size: 40_000 }))
  const content = callContent('', many, MODERN_REVISION)
  assert.ok(jsonBytes(content) < MAX_EVENT_BYTES)
  assert.match(JSON.stringify(content.at(-1)), /"\d+ more files were saved\."/)
})

test('a revision gets only blocks that it has [mcp.revisions]', () => {
  const files = [saved('a.wav', 'sound'), saved('b.csv', 'a,b'.repeat(20_000)), saved('c.md', '# C')]
  const types = (asked: Parameters<typeof callContent>[2]) =>
    callContent('Done.', files, asked).map(({ type }) => type)
  assert.deepEqual(types('2024-11-05'), ['text', 'text', 'text', 'text', 'resource'])
  assert.deepEqual(types('2025-03-26'), ['text', 'text', 'audio', 'text', 'text', 'resource'])
  assert.deepEqual(types('2025-06-18'), ['text', 'text', 'audio', 'resource_link', 'text', 'resource'])
})

test('a link is not repeated where the text has it [mcp.files]', () => {
  const picture = saved('a.png', 'png')
  const types = callContent(`[a.png](${picture.url})`, [picture], '2025-11-25').map(({ type }) => type)
  assert.deepEqual(types, ['text', 'image'])
})
