import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { systemClock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { createChangeFlow } from '#features/changes/changes.ts'
import type { PolicyOperation } from '#core/access/change.ts'
import { openTestAccess } from '../support/access.ts'
import { BACKENDS } from '../support/stores.ts'

const SYSTEM = { actor: { system: 'cli' as const } }
const ANN = 'ann@x.org'
const KIM = 'kim@x.org'
const PLANNED = [{ action: 'grant' as const, permission: 'use_hub' }]

const change = (subject: fc.Arbitrary<string>, hub: fc.Arbitrary<string>, permissions: string[]) =>
  fc.record<PolicyOperation>({
    action: fc.constantFrom('grant', 'revoke'),
    subject,
    hub,
    permission: fc.constantFrom(...permissions),
  })

const unrelated = fc.oneof(
  change(fc.constantFrom('lee@x.org', 'svc:robot'), fc.constant('garden'), ['use_hub', 'share_public']),
  change(fc.constantFrom(KIM, 'lee@x.org'), fc.constant('kitchen'), ['use_hub', 'share_public']),
)

test('unrelated changes of access never make a plan stale, and each change of the plan’s subject on its Hub does [changes.stale]', async (t) => {
  const [{ store, access, changes: accessChanges }] = await openTestAccess(t, BACKENDS[0]!)
  const changes = createChangeFlow({
    store,
    access,
    accessChanges,
    clock: systemClock,
    newId,
    wordsOf: async (hub) => ({ hub, permission: (name) => name }),
    createAccount: () => assert.fail('no account was proposed'),
    scheduleWebChatSync: () => {},
    isDraining: async () => false,
    notifyOfCall: () => {},
  })
  const apply = async (operations: readonly PolicyOperation[]) => {
    for (const operation of operations) assert.ok((await access.applyAll(SYSTEM, [operation])).ok)
  }
  const propose = async () => {
    for (const { permission } of await access.effective(KIM, 'garden'))
      await access.revoke(SYSTEM, { subject: KIM, hub: 'garden', permission })
    const proposed = await changes.proposeAccess(ANN, { subject: KIM, hub: 'garden', operations: PLANNED })
    assert.ok(proposed.ok)
    return proposed.value
  }
  await fc.assert(
    fc.asyncProperty(fc.array(unrelated, { maxLength: 6 }), async (operations) => {
      const { id, planHash } = await propose()
      await apply(operations)
      const confirmed = await changes.confirm(ANN, id, { planHash })
      assert.equal(confirmed.ok && confirmed.value.result?.outcome, 'applied')
    }),
    { numRuns: 25 },
  )
  const expiresAt = systemClock.now() + 3_600_000
  const relevant = fc.record({
    permission: fc.constantFrom('use_hub', 'share_public', 'manage_access'),
    expiresAt: fc.constantFrom(null, expiresAt),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(unrelated, { maxLength: 3 }), relevant, async (operations, grant) => {
      const { id, planHash } = await propose()
      await apply([...operations, { action: 'grant', subject: KIM, hub: 'garden', ...grant }])
      const refused = await changes.confirm(ANN, id, { planHash })
      assert.equal(!refused.ok && refused.refusal.code, 'stale_plan')
      const read = await changes.find(id, ANN)
      assert.deepEqual(read.ok && [read.value.state, read.value.decidedAt], ['stale', null])
    }),
    { numRuns: 25 },
  )
})

test('a plan is applied although unrelated access changes while it is applied [changes.stale]', async (t) => {
  const [{ store, access, changes: accessChanges }] = await openTestAccess(t, BACKENDS[0]!)
  let disturbances = 3
  const disturbed = {
    ...access,
    async revision(hub: string) {
      const revision = await access.revision(hub)
      if (disturbances-- > 0)
        await access.grant(SYSTEM, { subject: `p${disturbances}@x.org`, hub, permission: 'use_hub' })
      return revision
    },
  }
  const changes = createChangeFlow({
    store,
    access: disturbed,
    accessChanges,
    clock: systemClock,
    newId,
    wordsOf: async (hub) => ({ hub, permission: (name) => name }),
    createAccount: () => assert.fail('no account was proposed'),
    scheduleWebChatSync: () => {},
    isDraining: async () => false,
    notifyOfCall: () => {},
  })
  const proposed = await changes.proposeAccess(ANN, { subject: KIM, hub: 'garden', operations: PLANNED })
  assert.ok(proposed.ok)
  const { id, planHash } = proposed.value
  const confirmed = await changes.confirm(ANN, id, { planHash })
  assert.equal(confirmed.ok && confirmed.value.result?.outcome, 'applied')
  assert.ok(disturbances < 0)
})
