import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isAppPage, safeRedirect } from '../../web/chat/session/redirect.ts'

const ORIGIN = 'https://hub.example.org'

test('an address on this site is where one goes after signing in [web.redirect]', () => {
  for (const address of ['/', '/c/1?x=2#end', '/portal/p/open?t=%2F%2Fa', '/settings']) {
    assert.equal(safeRedirect(address), address)
  }
})

test('an address of another site, or none, leads to the first page [web.redirect]', () => {
  const others = [
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil',
    'https://evil.example',
    'c/1',
  ]
  for (const address of [...others, '', 'javascript:alert(1)', null, 3, undefined]) {
    assert.equal(safeRedirect(address), '/')
  }
})

test('signing in never leads to the sign-in page again [web.redirect]', () => {
  assert.equal(safeRedirect('/auth?redirect=/auth'), '/')
})

test('every redirect target stays on this site [web.redirect]', () => {
  const pieces = fc.constantFrom('/', '\\', '\t', '\n', '@', ':', 'evil.example', '.', '%2f', ' ', 'c', '?')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(pieces).map((parts) => parts.join('')),
      ),
      (wanted) => {
        assert.equal(new URL(safeRedirect(wanted), ORIGIN).origin, ORIGIN)
      },
    ),
    { numRuns: 2000 },
  )
})

test('only the chat’s own pages open without loading the site again', () => {
  for (const page of ['/', '/?agent=a', '/c/abc', '/c/abc?settings=key', '/settings'])
    assert.ok(isAppPage(page), page)
  for (const other of ['/portal', '/portal/p/1', '/artifacts/a/b', '/c', '/c/a/b', '/settings-of-others']) {
    assert.ok(!isAppPage(other), other)
  }
})
