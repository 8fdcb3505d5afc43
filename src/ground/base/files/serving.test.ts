import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { byteRange } from './range.ts'
import { contentDisposition } from './disposition.ts'
import { servingOf } from './serving.ts'

test('an inline file cannot run with our origin, for any declared type [bridge.artifact-serving]', () => {
  const type = fc.oneof(
    fc.constantFrom(
      'text/html',
      'image/svg+xml',
      'application/xhtml+xml',
      'text/xml',
      'application/rss+xml',
      'application/pdf',
    ),
    fc.constantFrom(
      'multipart/x-mixed-replace',
      'application/x-shockwave-flash',
      'text/javascript',
      'image/heic',
      'message/rfc822',
    ),
    fc
      .tuple(fc.constantFrom('text', 'image', 'audio', 'video', 'application', 'x'), fc.string())
      .map((pair) => pair.join('/')),
  )
  fc.assert(
    fc.property(type, (given) => {
      const { disposition, contentType, contentSecurityPolicy: policy } = servingOf(given, [])
      const canRun = /html|xml|svg/.test(contentType)
      if (disposition === 'attachment') assert.equal(contentType, 'application/octet-stream')
      if (canRun) assert.match(policy, /^sandbox/)
      assert.doesNotMatch(policy, /allow-(same-origin|top-navigation|popups|forms|modals|downloads)/)
      assert.match(policy, /default-src 'none'/)
      assert.doesNotMatch(contentType, /[\r\n]/)
    }),
  )
})

test('a range is always within the file', () => {
  const bound = fc.option(fc.nat({ max: 200 }), { nil: '' })
  fc.assert(
    fc.property(bound, bound, fc.nat({ max: 100 }), (first, last, size) => {
      const range = byteRange(`bytes=${first}-${last}`, size)
      if (range.kind === 'part') assert.ok(0 <= range.start && range.start <= range.end && range.end < size)
      if (range.kind === 'whole') assert.ok((first === '' && last === '') || Number(last) < Number(first))
    }),
  )
})

test('a disposition is one line of ASCII for any name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), (name) => {
      const value = contentDisposition('inline', name)
      assert.match(value, /^inline; filename="[\x20-\x21\x23-\x7e]+"; filename\*=UTF-8''[\w!#$&+.^`|~%-]*$/)
      assert.equal(decodeURIComponent(value.split("''")[1]!), name.toWellFormed())
    }),
  )
})
