import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOfAllowedDomain, isWhole, personOf, roleAfter } from './claims.ts'
import type { IdentityProvider } from './provider.ts'

const PROVIDER: IdentityProvider = {
  id: 'acme',
  name: 'Acme',
  issuer: 'https://id.acme.example',
  clientId: 'hub',
  clientSecret: null,
  scope: 'openid',
  signUp: null,
  defaultRole: null,
  link: false,
  trustEmail: false,
  allowedDomains: [],
  roleClaim: 'realm_access.roles',
  adminValues: ['hub-admin'],
  userValues: [],
  groupsClaim: 'groups',
  signOut: false,
  variable: 'SVC_OIDC_ISSUER',
}
const ANN = { iss: PROVIDER.issuer, sub: '1', email: ' Ann@Acme.example', name: 'Ann' }
const personWith = (claims: object, change: Partial<IdentityProvider> = {}) =>
  personOf({ ...ANN, ...claims }, { ...PROVIDER, ...change })

test('an e-mail is the person’s own only if the provider says true, or an administrator trusts one that says nothing', () => {
  const vouched = (email_verified: unknown, trustEmail: boolean) =>
    personWith({ email_verified }, { trustEmail }).isVouched
  for (const [said, alone, trusted] of [
    [true, true, true],
    [undefined, false, true],
    [false, false, false],
    ['true', false, false],
    [1, false, false],
  ] as const)
    assert.deepEqual([vouched(said, false), vouched(said, true)], [alone, trusted], String(said))
})

test('e-mails are as accounts have them, names are readable, and what is no text is left out', () => {
  assert.equal(personWith({}).email, 'ann@acme.example')
  assert.equal(personWith({ email: 'no address' }).email, null)
  assert.equal(personWith({ email: ['a@b.c'] }).email, null)
  assert.equal(personWith({ name: ' \u0000 ', given_name: 'Ann', family_name: 'Lee' }).name, 'Ann Lee')
  assert.equal(personWith({ name: 7 }).name, 'Ann')
  const { groups } = personWith({ groups: ['a', 'a', ' b ', '', 4, null, 'x'.repeat(201), 'c\n'] })
  assert.deepEqual(groups, ['a', 'b', 'c'])
  assert.deepEqual(personWith({ groups: 'one' }).groups, ['one'])
  assert.equal(personWith({ groups: Array.from({ length: 500 }, (_, n) => `g${n}`) }).groups.length, 200)
})

test('claims are found by their whole name or by a way through objects, and never on what objects inherit', () => {
  assert.deepEqual(personWith({ realm_access: { roles: ['hub-admin'] } }).roles, ['hub-admin'])
  assert.deepEqual(personWith({ 'realm_access.roles': ['x'] }).roles, ['x'])
  assert.deepEqual(personWith({}, { roleClaim: 'constructor.name' }).roles, [])
  assert.equal(isWhole({ ...ANN, groups: [], realm_access: { roles: [] } }, PROVIDER), true)
  assert.equal(isWhole({ ...ANN, groups: [] }, PROVIDER), false)
})

test('roles follow the claims', () => {
  const after = (current: 'pending' | 'user' | 'admin', roles: string[], userValues: string[] = []) =>
    roleAfter(current, { roles, isVouched: true }, { ...PROVIDER, userValues })
  assert.equal(after('pending', ['hub-admin']), 'admin')
  assert.deepEqual([after('pending', []), after('user', []), after('admin', [])], ['pending', 'user', 'user'])
  assert.deepEqual([after('pending', ['u'], ['u']), after('admin', ['u'], ['u'])], ['user', 'user'])
  assert.deepEqual([after('user', [], ['u']), after('admin', ['x'], ['u'])], ['pending', 'pending'])
  const nobody = { roles: ['hub-admin'], isVouched: false }
  assert.equal(roleAfter('pending', nobody, PROVIDER), 'pending')
  assert.equal(roleAfter('admin', { roles: [], isVouched: true }, { ...PROVIDER, roleClaim: null }), 'admin')
})

test('a domain is that of a verified e-mail', () => {
  const allowed = (email: string | null, isVouched = true) =>
    isOfAllowedDomain({ email, isVouched }, { allowedDomains: ['acme.example'] })
  assert.equal(allowed('ann@acme.example'), true)
  for (const email of ['ann@evil-acme.example', 'ann@sub.acme.example', 'acme.example@evil.example', null])
    assert.equal(allowed(email), false)
  assert.equal(allowed('ann@acme.example', false), false)
})
