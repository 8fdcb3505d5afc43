import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { continues, HOLD_MS, holdMsOf, joinTexts, type Piece } from './joining.ts'
import { forwarded } from '../text/quoted-text.ts'

const PICTURE = { contentType: 'image/jpeg' }
const piece = (more: Partial<Piece>): Piece => ({ text: '', media: [], album: null, writtenAt: 0, ...more })
const LONG = piece({ text: 'x'.repeat(4096) })
const SHORT = piece({ text: 'hello' })
const FILE = piece({ media: [PICTURE] })
const CAPTIONED = piece({ text: 'look', media: [PICTURE] })
const VOICE = piece({ media: [{ contentType: 'audio/ogg' }] })
const PASSED_ON = piece({ text: forwarded('news', 'Ben') })

test('only a message that may go on is held [messaging.joined]', () => {
  for (const one of [LONG, FILE, PASSED_ON, piece({ ...CAPTIONED, album: '1' })])
    assert.equal(holdMsOf(one), HOLD_MS)
  for (const one of [SHORT, CAPTIONED, VOICE, piece({ text: 'x'.repeat(1900) })])
    assert.equal(holdMsOf(one), 0)
})

test('messages of one sender that belong together are one [messaging.joined]', () => {
  const pairs: [Piece, Piece, boolean][] = [
    [LONG, SHORT, true],
    [LONG, LONG, true],
    [LONG, CAPTIONED, false],
    [SHORT, SHORT, false],
    [SHORT, LONG, false],
    [FILE, FILE, true],
    [FILE, SHORT, true],
    [FILE, VOICE, false],
    [SHORT, FILE, true],
    [CAPTIONED, FILE, true],
    [CAPTIONED, SHORT, false],
    [PASSED_ON, SHORT, true],
    [SHORT, PASSED_ON, true],
    [PASSED_ON, PASSED_ON, true],
    [SHORT, piece({ text: '/stop' }), false],
    [LONG, piece({ text: '/new' }), false],
    [FILE, piece({ text: '/help' }), false],
  ]
  for (const [before, next, expected] of pairs) {
    assert.equal(continues(before, { ...next, writtenAt: 1000 }), expected, JSON.stringify([before, next]))
    assert.equal(continues(before, { ...next, writtenAt: 3000 }), false, 'too late')
  }
})

test('an album is one however slowly its pictures come, and two albums are two [messaging.joined]', () => {
  const of = (album: string, writtenAt: number) => ({ ...FILE, album, writtenAt })
  assert.ok(continues(of('a', 0), of('a', 20_000)))
  assert.ok(!continues(of('a', 0), of('b', 0)))
})

test('a text that was cut within a word is whole again, and no word of several is lost [messaging.joined]', () => {
  assert.equal(joinTexts(['x'.repeat(4096), 'yz']), `${'x'.repeat(4096)}yz`)
  assert.equal(joinTexts(['x'.repeat(3000), 'next line']), `${'x'.repeat(3000)}\nnext line`)
  fc.assert(
    fc.property(fc.array(fc.string()), (texts) => {
      const joined = joinTexts(texts)
      let from = 0
      for (const text of texts) {
        const at = joined.indexOf(text, from)
        assert.notEqual(at, -1)
        from = at + text.length
      }
    }),
  )
})
