import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inviterText } from './inviter.ts'

test('an invitation names the inviter, unless the name could be a link, and always the address [people.invite-mail]', () => {
  const named = (name: string) => inviterText(name, 'ann@example.org')
  assert.equal(named('Ann Lee'), 'Ann Lee (ann@example.org)')
  assert.equal(named('Dr. Ann Lee'), 'Dr. Ann Lee (ann@example.org)')
  assert.equal(named('Ann\r\nBcc\u202E Lee'), 'Ann Bcc Lee (ann@example.org)')
  assert.equal(named('\u5B89\u5A1C'), '\u5B89\u5A1C (ann@example.org)')
  assert.equal(named('A'.repeat(90)), `${'A'.repeat(59)}\u2026 (ann@example.org)`)
  for (const name of ['', ' ', 'evil.example', 'https://evil.example', 'boss@evil.example', 'Ann <b>'])
    assert.equal(named(name), 'ann@example.org', name)
})
