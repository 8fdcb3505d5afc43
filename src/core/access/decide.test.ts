import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decide, effectivePermissions, holdsUntil } from './decide.ts'
import type { AccessGrant, PolicySnapshot } from './policy.ts'

const grant = (subject: string, hub: string, permission = 'use_hub'): AccessGrant => ({
  subject,
  hub,
  permission,
  grantedBy: 'ann@x.org',
  grantedAt: 1,
  revision: 1,
  expiresAt: null,
})

const policy = (grants: AccessGrant[], more: Partial<PolicySnapshot> = {}): PolicySnapshot => ({
  hub: { hub: 'garden', mode: 'console', revision: 7 },
  blocked: false,
  grants,
  ...more,
})
const groups = { hub: { hub: 'garden', mode: 'groups', revision: 7 } } as const
const now = 1000
const bob = { subject: 'bob@x.org', now }
const direct = grant('bob@x.org', 'garden')
const organization = grant('bob@x.org', '*')
const everyone = grant('*', 'garden')

test('a decision contains the most specific grant and its policy revision [access.decision]', () => {
  const cases = [
    [[everyone, organization, direct], 'direct', direct],
    [[everyone, organization], 'organization', organization],
    [[everyone], 'everyone', everyone],
  ] as const
  for (const [grants, reason, best] of cases)
    assert.deepEqual(decide(policy([...grants]), bob, 'use_hub'), {
      allowed: true,
      reason,
      grant: best,
      revision: 7,
    })
})

for (const [why, snapshot, asking, permission] of [
  ['blocked', policy([direct, organization, everyone], { blocked: true }), bob, 'use_hub'],
  ['blocked', policy([], { ...groups, blocked: true }), bob, 'use_hub'],
  ['no_identity', policy([everyone]), { subject: null }, 'use_hub'],
  ['no_identity', policy([], groups), { subject: null }, 'send_invoices'],
  ['no_grant', policy([everyone]), { subject: 'svc:bot' }, 'use_hub'],
  ['no_grant', policy([grant('bob@x.org', 'garden', 'manage_access')]), bob, 'use_hub'],
  ['no_grant', policy([grant('bob@x.org', '*', 'manage_access')]), bob, 'send_invoices'],
  ['no_grant', policy([grant('bob@x.org', 'kitchen'), grant('eve@x.org', 'garden')]), bob, 'use_hub'],
  ['no_grant', policy([grant('bob@x.org', 'garden', 'send_invoices')], groups), bob, 'send_invoices'],
  ['unknown_hub', policy([direct], { hub: null }), bob, 'use_hub'],
] as const)
  test(`${asking.subject ?? 'nobody'} is denied ${permission} with ${why} [access.denied]`, () => {
    const { allowed, reason, grant: found } = decide(snapshot, { ...asking, now }, permission)
    assert.deepEqual([allowed, reason, found], [false, why, null])
  })

test('a group-based Hub is open to all who are not blocked, known or not [access.group-based]', () => {
  for (const asking of [bob, { subject: null }, { subject: 'svc:bot' }])
    assert.equal(decide(policy([], groups), { ...asking, now }, 'use_hub').reason, 'group_based')
  const capability = grant('bob@x.org', '*', 'send_invoices')
  assert.equal(decide(policy([capability], groups), bob, 'send_invoices').reason, 'organization')
})

test('effective permissions agree with decisions [access.effective]', () => {
  const snapshot = policy([
    everyone,
    grant('bob@x.org', '*', 'share_public'),
    grant('bob@x.org', 'garden', 'manage_access'),
  ])
  const effective = effectivePermissions(snapshot, bob)
  assert.deepEqual(
    effective.map(({ permission, reason }) => [permission, reason]),
    [
      ['manage_access', 'direct'],
      ['share_public', 'organization'],
      ['use_hub', 'everyone'],
    ],
  )
  for (const { permission, reason } of effective)
    assert.equal(decide(snapshot, bob, permission).reason, reason)
  assert.deepEqual(effectivePermissions({ ...snapshot, blocked: true }, bob), [])
})

test('a grant counts until its expiry, to the millisecond, and a longer grant replaces it [access.until]', () => {
  const ending = { ...direct, expiresAt: now + 1 }
  const at = (time: number, grants: AccessGrant[]) =>
    decide(policy(grants), { ...bob, now: time }, 'use_hub').reason
  assert.equal(at(now, [ending]), 'direct')
  assert.equal(at(now + 1, [ending]), 'no_grant')
  assert.equal(at(now + 1, [ending, organization]), 'organization')
  assert.deepEqual(effectivePermissions(policy([ending]), { ...bob, now: now + 1 }), [])
  const until = (grants: AccessGrant[]) => holdsUntil(policy(grants), bob, 'use_hub')
  assert.deepEqual([until([]), until([ending]), until([ending, organization])], [null, now + 1, Infinity])
})
