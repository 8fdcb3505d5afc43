import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { safeTarget } from './target.ts'

test('an address of this site is kept', () => {
  for (const address of ['/', '/c/1', '/portal/people?q=a%26b#top', '/?settings=profile'])
    assert.equal(safeTarget(address), address)
})

test('anything else leads to the first page', () => {
  const others = ['https://evil.example/', '//evil.example', '/\\evil.example', '/\t/evil.example', 'c/1']
  const odd = [
    '/.//evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
    '/auth',
    '/oauth/x/login',
    '',
  ]
  for (const address of [undefined, ...others, ...odd, `/${'a'.repeat(1600)}`])
    assert.equal(safeTarget(address), '/', address)
})

test('every redirect target stays on this site', () => {
  const hostile = fc.stringMatching(/^[/\\.@:?#\t\r\n a-c%25ef]*$/)
  fc.assert(
    fc.property(fc.oneof(fc.string(), hostile), (wanted) => {
      const target = safeTarget(`/${wanted}`)
      assert.equal(new URL(target, 'https://hub.example').origin, 'https://hub.example')
      assert.equal(safeTarget(target), target)
    }),
  )
})
