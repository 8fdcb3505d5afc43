import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  firstRole,
  isOfAllowedDomain,
  hasAllClaims,
  joinedClaims,
  missingClaims,
  readOpenidPerson,
  roleAfter,
} from './claims.ts'
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
  readOpenidPerson({ ...ANN, ...claims }, { ...PROVIDER, ...change })

test('an e-mail belongs to the person only if the provider confirms it, or an administrator trusts the provider', () => {
  const vouched = (email_verified: unknown, trustEmail: boolean) =>
    personWith({ email_verified }, { trustEmail }).isEmailVerified
  for (const [claim, alone, trusted] of [
    [true, true, true],
    [undefined, false, true],
    [false, false, false],
    ['true', true, true],
    ['false', false, false],
    ['TRUE', false, false],
    [1, false, false],
  ] as const)
    assert.deepEqual([vouched(claim, false), vouched(claim, true)], [alone, trusted], String(claim))
})

test('e-mails are normalised like in accounts, names are readable, and values that are no text are left out', () => {
  assert.equal(personWith({}).email, 'ann@acme.example')
  assert.equal(personWith({ email: 'no address' }).email, null)
  assert.equal(personWith({ email: ['a@b.c'] }).email, null)
  assert.equal(personWith({ name: ' \u0000 ', given_name: 'Ann', family_name: 'Lee' }).name, 'Ann Lee')
  assert.equal(personWith({ name: 7 }).name, 'Ann')
  const { groups } = personWith({ groups: ['a', 'a', ' b ', '', 4, null, 'x'.repeat(201), 'c\n'] })
  assert.deepEqual(groups, ['a', 'b', 'c'])
  assert.deepEqual(personWith({ groups: 'one' }).groups, ['one'])
  assert.equal(personWith({ groups: Array.from({ length: 500 }, (_, n) => `g${n}`) }).groups?.length, 200)
})

test('claims are found by their whole name or by a path through objects, and never among inherited properties', () => {
  assert.deepEqual(personWith({ realm_access: { roles: ['hub-admin'] } }).roles, ['hub-admin'])
  assert.deepEqual(personWith({ 'realm_access.roles': ['x'] }).roles, ['x'])
  assert.equal(personWith({}, { roleClaim: 'constructor.name' }).roles, null)
  assert.equal(hasAllClaims({ ...ANN, groups: [], realm_access: { roles: [] } }, PROVIDER), true)
  assert.equal(hasAllClaims({ ...ANN, groups: [] }, PROVIDER), false)
})

test('roles follow the claims', () => {
  const after = (current: 'pending' | 'user' | 'admin', roles: string[], userValues: string[] = []) =>
    roleAfter(current, { roles, isEmailVerified: true }, { ...PROVIDER, userValues })
  assert.equal(after('pending', ['hub-admin']), 'admin')
  assert.deepEqual([after('pending', []), after('user', []), after('admin', [])], ['pending', 'user', 'user'])
  assert.deepEqual([after('pending', ['u'], ['u']), after('admin', ['u'], ['u'])], ['user', 'user'])
  assert.deepEqual([after('user', [], ['u']), after('admin', ['x'], ['u'])], ['pending', 'pending'])
  const nobody = { roles: ['hub-admin'], isEmailVerified: false }
  assert.equal(roleAfter('pending', nobody, PROVIDER), 'pending')
  assert.equal(
    roleAfter('admin', { roles: [], isEmailVerified: true }, { ...PROVIDER, roleClaim: null }),
    'admin',
  )
})

test('a domain is that of a verified e-mail', () => {
  const allowed = (email: string | null, isEmailVerified = true) =>
    isOfAllowedDomain({ email, isEmailVerified }, { allowedDomains: ['acme.example'] })
  assert.equal(allowed('ann@acme.example'), true)
  for (const email of ['ann@evil-acme.example', 'ann@sub.acme.example', 'acme.example@evil.example', null])
    assert.equal(allowed(email), false)
  assert.equal(allowed('ann@acme.example', false), false)
})

const rolesAt = (roleClaim: string, claims: object) => personWith(claims, { roleClaim }).roles

test('names with dots are found inside objects, also where a dot is escaped', () => {
  const access = { resource_access: { 'hub.example.com': { roles: ['a'] }, hub: { roles: ['b'] } } }
  assert.deepEqual(rolesAt('resource_access.hub.example.com.roles', access), ['a'])
  assert.deepEqual(rolesAt('resource_access.hub\\.example\\.com.roles', access), ['a'])
  assert.deepEqual(rolesAt('resource_access.hub.roles', access), ['b'])
  const spaced = { app: { 'https://acme.example/roles': ['c'] }, 'https://acme.example/roles': ['d'] }
  assert.deepEqual(rolesAt('app.https://acme.example/roles', spaced), ['c'])
  assert.deepEqual(rolesAt('https://acme.example/roles', spaced), ['d'])
  // If the longer matching name lacks the claim, the shorter name counts.
  assert.deepEqual(rolesAt('a.b.roles', { 'a.b': { other: 1 }, a: { b: { roles: ['e'] } } }), ['e'])
})

test('every path through objects with any names is found by its escaped names', () => {
  const name = fc.stringMatching(/^[a-z.:/]{1,12}$/)
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
      const claims = names.reduceRight<unknown>((inner, own) => ({ [own]: inner }), ['x'])
      const path = names.map((own) => own.replaceAll('.', '\\.')).join('.')
      assert.deepEqual(rolesAt(path, claims as object), ['x'])
    }),
  )
})

test('a missing or unreadable claim differs from an empty claim', () => {
  for (const roles of [undefined, null, 7, { a: 1 }, [1, { b: 2 }]])
    assert.equal(rolesAt('roles', { roles }), null, JSON.stringify(roles))
  for (const roles of [[], '', ' ', ['']]) assert.deepEqual(rolesAt('roles', { roles }), [])
  const silent = { roles: null, groups: null }
  const rules = { roleClaim: 'roles', groupsClaim: 'groups' }
  assert.equal(missingClaims({}, silent, rules).length, 2)
  for (const many of [{ _claim_names: { groups: 'src1' } }, { hasgroups: true }])
    assert.match(missingClaims(many, { roles: [], groups: null }, rules).join(), /groups.*too large/)
  assert.deepEqual(missingClaims({}, { roles: [], groups: [] }, rules), [])
  assert.equal(
    roleAfter('admin', { roles: null, isEmailVerified: true }, { ...PROVIDER, userValues: ['u'] }),
    'admin',
  )
  // With `userValues`, a new account without a role claim is pending.
  const firstOf = (roles: string[] | null, userValues: string[]) =>
    firstRole('user', { roles, isEmailVerified: true }, { roleClaim: 'roles', userValues })
  assert.deepEqual([firstOf(null, ['u']), firstOf([], ['u']), firstOf(null, [])], ['pending', 'user', 'user'])
})

test('an e-mail and its verification come from one source', () => {
  const joined = (signed: object, more: object) => {
    const { email, email_verified: verified } = joinedClaims({ ...signed }, { ...more })
    return [email, verified]
  }
  assert.deepEqual(joined({ email: 'a' }, { email: 'b', email_verified: true }), ['a', undefined])
  assert.deepEqual(joined({ email: 'a' }, { email: 'a', email_verified: true }), ['a', true])
  assert.deepEqual(joined({ email_verified: true }, { email: 'b', email_verified: false }), ['b', false])
  assert.deepEqual(joined({ email: 'a', email_verified: false }, { email: 'a', email_verified: true }), [
    'a',
    false,
  ])
  assert.equal(joinedClaims({ name: 'A' }, { name: 'B' })['name'], 'A')
})
