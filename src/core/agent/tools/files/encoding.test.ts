import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { encodingOf, SNIFFED_BYTES, textStream, type TextEncoding } from './encoding.ts'

const SHIFT_JIS = Buffer.from('93fa967b8cea82cc836583588367', 'hex') // 日本語のテスト
const latin = (text: string) => Buffer.from(text, 'latin1')

function read(bytes: Uint8Array, chunk = 7): { text: string; guess: TextEncoding | null } {
  const found = encodingOf(bytes.subarray(0, 16))!
  let guess = found.isGuess ? found.encoding : null
  const stream = textStream(found.encoding, (encoding) => (guess = encoding))
  let text = ''
  for (let at = 0; at < bytes.length; at += chunk) text += stream.push(bytes.subarray(at, at + chunk))
  return { text: text + stream.end(), guess }
}

test('a byte that is no UTF-8 decides at any place, also as the last one', () => {
  for (const rows of [0, 1, 3, 900]) {
    const ascii = 'id,city\n'.repeat(rows)
    for (const chunk of [1, 7, 64, 65_536]) {
      const place = `${rows} rows, pieces of ${chunk}`
      assert.deepEqual(
        read(latin(`${ascii}M\xfcller Stra\xdfe it\x92s caf\xe9`), chunk),
        { text: `${ascii}Müller Straße it’s café`, guess: 'windows-1252' },
        place,
      )
      assert.equal(
        read(Buffer.concat([latin(ascii), SHIFT_JIS]), chunk).text,
        `${ascii}日本語のテスト`,
        place,
      )
    }
  }
})

test('a guess uses the text behind the first letter, wherever the first bytes end', () => {
  const russian = Buffer.from('cceef1eae2e03bcff0e8e2e5f2', 'hex') // Москва;Привет
  for (let before = SNIFFED_BYTES - 8; before <= SNIFFED_BYTES; before++) {
    const bytes = Buffer.concat([Buffer.alloc(before, 'a\n'), russian])
    const found = encodingOf(bytes.subarray(0, SNIFFED_BYTES))!
    let guess = found.encoding
    const stream = textStream(found.encoding, (encoding) => (guess = encoding))
    const text = stream.push(bytes) + stream.end()
    assert.deepEqual([text.slice(before), guess], ['Москва;Привет', 'windows-1251'], String(before))
  }
})

test('a damaged byte in UTF-8 stays damage', () => {
  const bytes = Buffer.concat([Buffer.from('Zürich und mehr, viel mehr '), latin('\xfc!')])
  assert.deepEqual(read(bytes), { text: 'Zürich und mehr, viel mehr \ufffd!', guess: null })
})

test('UTF-16 without a byte order mark is text in either order, and binary bytes are not', () => {
  for (const text of ['id,city\n1,Ulm\n', '東京,1\n大阪,2\n']) {
    const little = Buffer.from(text, 'utf16le')
    assert.deepEqual(encodingOf(little), { encoding: 'utf-16le', isGuess: true })
    assert.deepEqual(encodingOf(Buffer.from(little).swap16()), { encoding: 'utf-16be', isGuess: true })
  }
  for (const hex of ['89504e470d0a1a0a0000000d49484452', '7f454c460201010000000000', '0000', '746872656500'])
    assert.equal(encodingOf(Buffer.from(hex, 'hex')), null)
})

test('valid UTF-8 is read as it is, however it is cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 9 }), (text, chunk) => {
      const clean = text.replaceAll('\0', ' ').replace(/^\ufeff/, '')
      const stream = textStream('utf-8')
      const bytes = Buffer.from(clean)
      let out = ''
      for (let at = 0; at < bytes.length; at += chunk) out += stream.push(bytes.subarray(at, at + chunk))
      assert.equal(out + stream.end(), clean)
    }),
  )
})
