import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isPermission } from './permission.ts'
import { isPerson, parseSubject } from './subject.ts'

test('an address is trimmed and lower case, for every input [access.subject]', () => {
  assert.equal(parseSubject('  Ann.Lee+plants@Example.ORG\n'), 'ann.lee+plants@example.org')
  assert.equal(parseSubject('admin@localhost'), 'admin@localhost')
  assert.equal(parseSubject('SVC:Nightly-Job'), 'svc:nightly-job')
  assert.equal(parseSubject(' * '), '*')
  assert.deepEqual(['ann@x.org', 'svc:bot', '*'].map(isPerson), [true, false, false])
})

test('text that is not exactly one address identifies no subject [access.subject]', () => {
  const nobody = [
    '',
    'ann',
    '@x.org',
    'ann@',
    'ann@@x.org',
    'ann lee@x.org',
    'ann@x.org,bob@x.org',
    'ann@x.org bob@x.org',
    'ann@x..org',
    '.ann@x.org',
    'ann.@x.org',
    'ann@-x.org',
    'ann@x_y.org',
    '"ann"@x.org',
    'Ann <ann@x.org>',
    'b\u043eb@x.org',
    'ann\u200b@x.org',
    'ann@x.org\0',
    'ann@\uff58.org',
    'ann@[::1]',
    'svc:',
    'svc:a b',
    'svc:*',
    'system:cli',
    '**',
    `${'a'.repeat(65)}@x.org`,
    `a@${'x.'.repeat(150)}org`,
    "' or 1=1 --",
  ]
  for (const text of nobody) assert.equal(parseSubject(text), null, JSON.stringify(text))
})

test('a normal form stays unchanged, and any text is read in linear time [access.subject]', () => {
  fc.assert(
    fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: 'binary' })), (text) => {
      const subject = parseSubject(text)
      if (subject !== null) assert.equal(parseSubject(subject), subject)
    }),
  )
  const started = performance.now()
  assert.equal(parseSubject(`${'a.'.repeat(50_000)}@`), null)
  assert.ok(performance.now() - started < 100)
})

test('a permission is lower case letters, digits and _ . - [access.permission]', () => {
  for (const fine of ['use_hub', 'send_invoices', 'a', 'crm.write-all2', `a${'b'.repeat(63)}`])
    assert.ok(isPermission(fine))
  for (const bad of ['', 'Use', '1a', '_a', 'a b', 'a\n', 'é', '*', `a${'b'.repeat(64)}`])
    assert.ok(!isPermission(bad), bad)
})
