import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { diffOf, planHash, summaryOf, type HeldGrants, type RequestPlan } from './plan.ts'
import type { ChangeOperation } from './schema.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 12 })
const grantChange: fc.Arbitrary<ChangeOperation> = fc.record({
  action: fc.constantFrom('grant' as const, 'revoke' as const),
  subject: text,
  hub: text,
  permission: text,
})
const account: fc.Arbitrary<ChangeOperation> = fc.record({
  action: fc.constant('create_account' as const),
  email: text,
  name: text,
  sign_in: fc.constantFrom('password' as const, 'idp' as const),
})
const plan: fc.Arbitrary<RequestPlan> = fc.record({
  hub: text,
  kind: fc.constantFrom('access' as const, 'account' as const),
  operations: fc.array(fc.oneof(grantChange, account), { maxLength: 4 }),
  proposer: text,
})
const held: fc.Arbitrary<HeldGrants[]> = fc.array(
  fc.record({ subject: text, hub: text, grants: fc.dictionary(text, fc.option(fc.nat())) }),
  { maxLength: 3 },
)

const reordered = <T>(value: T): T =>
  Array.isArray(value)
    ? (value.map(reordered) as T)
    : value !== null && typeof value === 'object'
      ? (Object.fromEntries(
          Object.entries(value)
            .toReversed()
            .map(([key, part]) => [key, reordered(part)]),
        ) as T)
      : value

test('the hash does not depend on the order of keys or on having been stored [changes.canonical]', () => {
  fc.assert(
    fc.property(plan, held, (one, grants) => {
      const hash = planHash(one, grants)
      assert.equal(planHash(reordered(one), grants.map(reordered)), hash)
      const stored = { ...one, operations: JSON.parse(JSON.stringify(one.operations)) as ChangeOperation[] }
      assert.equal(planHash(stored, grants), hash)
    }),
  )
})

test('plans that differ in anything that is applied differ in their hash [changes.canonical]', () => {
  const same = (a: RequestPlan, b: RequestPlan) =>
    JSON.stringify(reordered(a)) === JSON.stringify(reordered(b))
  fc.assert(
    fc.property(plan, plan, (one, other) => {
      fc.pre(!same(one, other))
      assert.notEqual(planHash(one, []), planHash(other, []))
    }),
  )
  fc.assert(
    fc.property(plan, held, text, (one, grants, change) => {
      const hash = planHash(one, grants)
      const more: HeldGrants = { subject: change, hub: one.hub, grants: { use_hub: null } }
      assert.notEqual(planHash(one, [...grants, more]), hash)
      assert.notEqual(planHash({ ...one, proposer: `${one.proposer}${change}!` }, grants), hash)
      assert.notEqual(planHash({ ...one, hub: `${one.hub}${change}!` }, grants), hash)
      assert.notEqual(planHash({ ...one, operations: [...one.operations, EXTRA] }, grants), hash)
      for (const [index, operation] of one.operations.entries())
        for (const key of Object.keys(operation))
          assert.notEqual(
            planHash(
              { ...one, operations: one.operations.with(index, withMore(operation, key, change)) },
              grants,
            ),
            hash,
          )
    }),
  )
})

const EXTRA: ChangeOperation = { action: 'grant', subject: 'x', hub: 'y', permission: 'z' }
const withMore = (operation: ChangeOperation, key: string, more: string): ChangeOperation => ({
  ...operation,
  [key]: `${operation[key as 'action']}${more}!`,
})

test('the order of operations is part of the plan [changes.canonical]', () => {
  const first: ChangeOperation = { ...EXTRA, permission: 'a' }
  const plan: RequestPlan = {
    hub: 'garden',
    kind: 'access',
    operations: [first, EXTRA],
    proposer: 'ann@x.org',
  }
  assert.notEqual(planHash(plan, []), planHash({ ...plan, operations: [EXTRA, first] }, []))
})

test('the diff shows permissions before and after, and the summary states the change [changes.confirm]', () => {
  const about = { subject: 'kim@example.com', hub: 'garden' }
  const words = {
    hub: 'Garden agent',
    permission: (name: string) => (name === 'use_hub' ? 'Use the agent' : name),
  }
  const operations: ChangeOperation[] = [
    { action: 'create_account', email: about.subject, name: 'Kim', sign_in: 'password' },
    { action: 'grant', ...about, permission: 'use_hub' },
    { action: 'revoke', ...about, permission: 'share_public' },
  ]
  assert.deepEqual(diffOf(about, ['share_public', 'manage_access'], operations), {
    ...about,
    before: ['manage_access', 'share_public'],
    after: ['manage_access', 'use_hub'],
  })
  assert.equal(
    summaryOf({ operations }, words),
    'Create an account for Kim (kim@example.com), then give kim@example.com “Use the agent” on Garden agent, ' +
      'then take “share_public” on Garden agent from kim@example.com.',
  )

  const ending = {
    action: 'grant',
    ...about,
    permission: 'use_hub',
    expires_at: '2026-12-03T18:00:00.000Z',
  } as const
  assert.deepEqual(diffOf(about, ['use_hub'], [ending]), {
    ...about,
    before: ['use_hub'],
    after: ['use_hub'],
    ends: { use_hub: ending.expires_at },
  })
  assert.equal(
    summaryOf({ operations: [ending] }, words),
    'Give kim@example.com “Use the agent” until 2026-12-03 18:00 UTC on Garden agent.',
  )
})
