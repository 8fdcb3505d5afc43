import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fits } from './jump-fits.ts'

test('what is typed fits by beginnings of words, in any order, case and accent [web.jump]', () => {
  assert.ok(fits('', 'New chat'))
  assert.ok(fits('  ', 'New chat'))
  assert.ok(fits('chat new', 'New chat'))
  assert.ok(fits('KÖL', 'Kolner Dom'))
  assert.ok(fits('kol', 'Kölner Dom'))
  assert.ok(fits('set prof', 'Settings: Profile'))
  assert.ok(fits('logout', 'Sign out', 'logout'))
  assert.ok(!fits('hat', 'New chat'))
  assert.ok(!fits('new chat please', 'New chat'))
})
