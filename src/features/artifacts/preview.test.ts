import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { servingOf } from '#ground/base/files/serving.ts'
import { previewOf } from './preview.ts'

test('the preview follows type and name [artifacts.preview]', () => {
  const cases: [type: string, filename: string, preview: string][] = [
    ['text/html', 'a.html', 'html'],
    ['application/xhtml+xml', 'a.xhtml', 'html'],
    ['image/svg+xml', 'a.svg', 'svg'],
    ['text/markdown', 'a.md', 'markdown'],
    ['text/plain', 'README.md', 'markdown'],
    ['text/csv', 'a.csv', 'csv'],
    ['text/plain', 'a.tsv', 'csv'],
    ['application/json', 'a.json', 'json'],
    ['application/ld+json', 'a', 'json'],
    ['text/plain', 'a.ts', 'code'],
    ['application/javascript', 'a.js', 'code'],
    ['application/xml', 'feed.xml', 'code'],
    ['text/plain', 'notes.txt', 'text'],
    ['text/plain', 'notes', 'text'],
    ['image/png', 'a.png', 'image'],
    ['image/tiff', 'a.tiff', 'none'],
    ['audio/mpeg', 'a.mp3', 'audio'],
    ['video/mp4', 'a.mp4', 'video'],
    ['application/pdf', 'a.pdf', 'pdf'],
    ['application/zip', 'a.zip', 'none'],
    ['application/octet-stream', 'a.csv', 'none'],
  ]
  for (const [type, filename, preview] of cases) assert.equal(previewOf(type, filename), preview, filename)
})

test('a download has no preview, for any name [artifacts.preview]', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('text/html', 'application/zip', 'application/x-msdownload', 'image/tiff', 'text/css'),
      fc.string(),
      (type, filename) => {
        const isInline = servingOf(type, []).disposition === 'inline'
        assert.equal(previewOf(type, filename) === 'none', !isInline)
      },
    ),
  )
})
