import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createSealer } from './sealing.ts'

const sealer = createSealer('a secret only tests know', 'tests')

test('sealed text opens with the same key in the same place [integrations.encrypted]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, place) => {
      const sealed = sealer.seal(text, place)
      assert.equal(sealer.open(sealed, place), text.toWellFormed())
      assert.notEqual(sealer.seal(text, place), sealed)
    }),
  )
})

test('sealed text does not open in another place, with another key or after a change [integrations.encrypted]', () => {
  const sealed = sealer.seal('token', 'connection/1/ann')
  assert.equal(sealer.open(sealed, 'connection/1/pat'), null)
  assert.equal(createSealer('another secret', 'tests').open(sealed, 'connection/1/ann'), null)
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, letter) => {
      fc.pre(sealed[at] !== letter)
      const changed = sealed.slice(0, at) + letter + sealed.slice(at + 1)
      const opened = sealer.open(changed, 'connection/1/ann')
      assert.ok(opened === null || at === sealed.length - 1 || letter === '+' || letter === '/')
    }),
  )
  for (const other of ['', '1', '1.2.3.4', '2' + sealed.slice(1), `${sealed}.x`])
    assert.equal(sealer.open(other, 'connection/1/ann'), null)
})
