import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { processTurns } from '#ground/base/turn-budget.ts'
import { parseDataUrl } from './data-url.ts'

const read = async (url: string) => {
  const parsed = parseDataUrl(url)
  if (!parsed.ok) return parsed.refusal
  const content = Buffer.from(await parsed.value.decode(processTurns))
  assert.equal(parsed.value.size, content.byteLength, 'the announced size is the real one')
  return [parsed.value.mediaType, content.toString('latin1')]
}

test('data URLs are read in every spelling that RFC 2397 and its users know', async () => {
  const cases: [string, unknown][] = [
    ['data:,hi', ['text/plain', 'hi']],
    ['data:;charset=utf-8,a%20b', ['text/plain', 'a b']],
    ['data:text/html,%3Cb%3e%', ['text/html', '<b>%']],
    ['data:a/b,%zz%4', ['a/b', '%zz%4']],
    ['data:image/PNG;name=x.png;base64,aGk=', ['image/png', 'hi']],
    ['DATA:image/png;BASE64,aGk', ['image/png', 'hi']],
    ['data:a/b;base64,aG%6B=', ['a/b', 'hi']],
    ['data:a/b;base64,-_-_', ['a/b', Buffer.from('-_-_', 'base64url').toString('latin1')]],
    ['data:a/b;base64, aG\n k= ', ['a/b', 'hi']],
    ['data:a/b;base64,', ['a/b', '']],
    ['data:a/b,ü', ['a/b', Buffer.from('ü').toString('latin1')]],
    ['http://x/y.png', 'not_data'],
    [' data:,x', 'not_data'],
    ['data:text/plain', 'malformed'],
    ['data:nonsense,x', 'malformed'],
    ['data:a/b;base64,a', 'malformed'],
    ['data:a/b;base64,aG=k', 'malformed'],
    ['data:a/b;base64,aG$k', 'malformed'],
  ]
  for (const [url, expected] of cases) assert.deepEqual(await read(url), expected, url)
})

test('any bytes survive base64, with and without padding, and percent-encoding', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const content = Buffer.from(bytes)
      const expected = ['x/y', content.toString('latin1')]
      assert.deepEqual(await read(`data:x/y;base64,${content.toString('base64')}`), expected)
      assert.deepEqual(await read(`data:x/y;base64,${content.toString('base64url')}`), expected)
      const percent = [...content].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
      assert.deepEqual(await read(`data:x/y,${percent}`), expected)
    }),
  )
})

test('base64 has only its own characters, and padding only at the end', () => {
  const characters = fc.constantFrom('a', 'B', '9', '+', '/', '_', '-', '=', '$', 'é', '.')
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 40 }), (parts) => {
      const text = parts.join('')
      const isValid = /^[A-Za-z0-9+/_-]*={0,2}$/.test(text) && text.replace(/=+$/, '').length % 4 !== 1
      assert.equal(parseDataUrl(`data:x/y;base64,${text}`).ok, isValid, text)
    }),
  )
})

test('the announced size is right for any text', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
      await read(`data:,${text.toWellFormed()}`)
    }),
  )
})

test('large content is decoded over several turns of the event loop, blanks and all', async () => {
  const content = Buffer.alloc(5 * 1024 * 1024 + 1, 'a longer text\u{1F600}')
  for (const text of [content.toString('base64'), content.toString('base64').replaceAll(/.{76}/g, '$&\n')]) {
    const parsed = parseDataUrl(`data:a/b;base64,${text}`)
    assert.ok(parsed.ok)
    let turns = 0
    const decoded = await parsed.value.decode({ isSpent: () => true, nextTurn: async () => void turns++ })
    assert.ok(content.equals(decoded))
    assert.ok(turns > 5, `${turns} turns`)
  }
})
