import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesJump } from './jump-fits.ts'

test('typed words match beginnings of words, in any order, case and accent [web.jump]', () => {
  assert.ok(matchesJump('', 'New chat'))
  assert.ok(matchesJump('  ', 'New chat'))
  assert.ok(matchesJump('chat new', 'New chat'))
  assert.ok(matchesJump('KÖL', 'Kolner Dom'))
  assert.ok(matchesJump('kol', 'Kölner Dom'))
  assert.ok(matchesJump('set prof', 'Settings: Profile'))
  assert.ok(matchesJump('logout', 'Sign out', 'logout'))
  assert.ok(!matchesJump('hat', 'New chat'))
  assert.ok(!matchesJump('new chat please', 'New chat'))
})
