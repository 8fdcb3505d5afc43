import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zipOf } from '../../../../../../tests/support/zip.ts'
import { openArchive } from './archive.ts'

test('a large part comes in small pieces, compressed or stored', async () => {
  const text = '<w:t>Grüße, 你好 😀</w:t>'.repeat(20_000)
  for (const isCompressed of [true, false]) {
    const archive = await openArchive(zipOf({ 'word/document.xml': text }, { isCompressed }))
    const pieces = await Array.fromAsync(archive.pieces('word/document.xml'))
    assert.ok(Math.max(...pieces.map(({ length }) => length)) <= 64 * 1024)
    assert.equal(pieces.join(''), text)
  }
})
