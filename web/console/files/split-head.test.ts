import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitHead } from './split-head.ts'

test('a Markdown file is split after its head, and a file without a complete head is all body', () => {
  for (const [text, head, body] of [
    ['---\nname: A\n---\nHello.\n', '---\nname: A\n---\n', 'Hello.\n'],
    ['---\r\nname: A\r\n---\r\nHello.', '---\r\nname: A\r\n---\r\n', 'Hello.'],
    ['---\n---', '---\n---', ''],
    ['---\nname: A\n', '', '---\nname: A\n'],
    ['Hello.\n---\nx\n---\n', '', 'Hello.\n---\nx\n---\n'],
    ['', '', ''],
  ] as const)
    assert.deepEqual(splitHead(text), { head, body }, JSON.stringify(text))
})
