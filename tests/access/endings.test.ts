import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createExpiryRemoval, startExpiryRemoval } from '#core/access/expired-grants.ts'
import { readStanding } from '#core/access/standing.ts'
import { as, CLI, openTestAccess } from '../support/access.ts'
import { testClock } from '../support/clock.ts'
import { BACKENDS } from '../support/stores.ts'

const bobUses = { subject: 'bob@x.org', hub: 'garden', permission: 'use_hub' }
const uses = (email: string) => [{ email }, 'garden', 'use_hub'] as const
const HOUR = 3_600_000
const newest = { limit: 1, offset: 0 }

for (const backend of BACKENDS)
  describe(`access that ends by itself on ${backend.kind}`, { skip: backend.skip }, () => {
    test('it is refused from its time on in every process, and its ending is recorded once [access.until] [access.ended]', async (t) => {
      const clock = testClock()
      const [one, other] = await openTestAccess(t, backend, { processes: 2, clock })
      const expiresAt = clock.now() + HOUR
      await one.access.grant(CLI, { ...bobUses, expiresAt })
      const decision = await other!.access.decide(...uses('bob@x.org'))
      assert.deepEqual([decision.allowed, decision.grant?.expiresAt], [true, expiresAt])
      const [given] = (await one.changes.list({}, newest)).items
      assert.deepEqual(
        [given!.before, given!.after],
        [false, { expires_at: new Date(expiresAt).toISOString() }],
      )

      clock.advance(HOUR - 1)
      assert.equal((await other!.access.decide(...uses('bob@x.org'))).allowed, true)
      clock.advance(1)
      assert.equal((await other!.access.decide(...uses('bob@x.org'))).reason, 'no_grant')
      assert.deepEqual(await one.access.effective('bob@x.org', 'garden'), [])
      const revision = (await one.access.revision('garden'))!
      const { total } = await one.changes.list({}, newest)
      assert.deepEqual(
        (await Promise.all([one, other!].map(({ access }) => access.removeExpired()))).toSorted(
          (a, b) => a - b,
        ),
        [0, 1],
      )
      assert.equal(await one.access.revision('garden'), revision + 1)
      const after = await one.changes.list({}, newest)
      const { actor, action, subject, before, reason } = after.items[0]!
      assert.equal(after.total, total + 1)
      assert.deepEqual(
        [actor, action, subject, before, reason],
        [
          'system:expiry',
          'revoke',
          'bob@x.org',
          { expires_at: new Date(expiresAt).toISOString() },
          'ended at its time',
        ],
      )
      assert.ok((await one.changes.verify()).intact)
    })

    test('lists, counts and exports omit expired access, even before the expiry is recorded [access.ended]', async (t) => {
      const clock = testClock()
      const [{ access, store }] = await openTestAccess(t, backend, { clock })
      const expiresAt = clock.now() + HOUR
      await access.grant(CLI, { ...bobUses, permission: 'manage_access', expiresAt })
      const list = () => access.listAccess({ hubs: ['garden'], offset: 0, limit: 10 })
      assert.equal(
        (await list()).items.find(({ subject }) => subject === 'bob@x.org')!.grants[0]!.expiresAt,
        expiresAt,
      )
      assert.deepEqual((await readStanding(store, 'bob@x.org', clock.now())).manages, ['garden'])
      clock.advance(HOUR)
      assert.deepEqual((await readStanding(store, 'bob@x.org', clock.now())).manages, [])
      assert.deepEqual(
        (await list()).items.map(({ subject }) => subject),
        ['ann@x.org'],
      )
      const exported = []
      for await (const { subject } of access.exportGrants('garden')) exported.push(subject)
      assert.deepEqual([exported.includes('bob@x.org'), (await access.counts(null)).subjects], [false, 1])
    })

    test('an expiry is set, changed and removed, each as a change; past and contradictory expiries are invalid [access.until]', async (t) => {
      const clock = testClock()
      const [{ access, changes }] = await openTestAccess(t, backend, { clock })
      const [early, late] = [clock.now() + HOUR, clock.now() + 2 * HOUR]
      const give = async (expiresAt: number | null) => {
        const outcome = await access.grant(CLI, { ...bobUses, expiresAt })
        assert.ok(outcome.ok)
        return outcome.value.changed.length
      }
      assert.deepEqual(
        [await give(null), await give(early), await give(early), await give(late)],
        [1, 1, 0, 1],
      )
      const { before, after } = (await changes.list({}, newest)).items[0]!
      assert.deepEqual(
        [before, after],
        [early, late].map((at) => ({ expires_at: new Date(at).toISOString() })),
      )
      assert.equal(await give(null), 1)
      clock.advance(3 * HOUR)
      assert.equal((await access.decide(...uses('bob@x.org'))).allowed, true)

      const refused = async (operations: Parameters<typeof access.applyAll>[1]) => {
        const outcome = await access.applyAll(CLI, operations)
        return outcome.ok || (outcome.refusal.code === 'invalid' && outcome.refusal.field)
      }
      const grant = { ...bobUses, action: 'grant' } as const
      assert.equal(await refused([{ ...grant, expiresAt: clock.now() }]), 'expires_at')
      assert.equal(await refused([{ ...grant, expiresAt: NaN }]), 'expires_at')
      assert.equal(await refused([{ ...grant, action: 'revoke', expiresAt: clock.now() + 1 }]), 'expires_at')
      assert.equal(await refused([grant, { ...grant, expiresAt: clock.now() + 1 }]), 'operations')
    })

    test('a person cannot grant a permission for longer than they hold it, not even to themselves [access.until.ceiling]', async (t) => {
      const clock = testClock()
      const [{ access }] = await openTestAccess(t, backend, { clock })
      const until = clock.now() + HOUR
      const give = async (
        actor: string,
        permission: string,
        expiresAt: number | null,
        hub = 'garden',
        subject = actor,
      ) => {
        const outcome = await access.grant(as(actor), { subject, hub, permission, expiresAt })
        return outcome.ok || ('until' in outcome.refusal ? outcome.refusal.until : outcome.refusal.code)
      }
      await access.grant(CLI, { ...bobUses, permission: 'manage_access', expiresAt: until })
      await access.grant(CLI, bobUses)
      assert.equal(await give('bob@x.org', 'manage_access', null), until)
      assert.equal(await give('bob@x.org', 'manage_access', until + 1), until)
      assert.equal(await give('bob@x.org', 'manage_access', until, 'garden', 'eve@x.org'), true)
      assert.equal(await give('bob@x.org', 'use_hub', null, 'garden', 'eve@x.org'), true)
      await access.grant(CLI, {
        subject: 'cem@x.org',
        hub: '*',
        permission: 'manage_access',
        expiresAt: until,
      })
      assert.equal(await give('cem@x.org', 'manage_access', null, '*'), until)
      assert.equal(await give('cem@x.org', 'manage_access', null, 'garden'), until)
      assert.equal(await give('cem@x.org', 'use_hub', null), true)
      clock.advance(HOUR)
      assert.equal(await give('bob@x.org', 'use_hub', null, 'garden', 'dan@x.org'), 'outside_ceiling')
    })

    test('an administrator whose access ends does not count as the last administrator [access.last-admin]', async (t) => {
      const clock = testClock()
      const [{ access }] = await openTestAccess(t, backend, { clock })
      const admin = { hub: '*', permission: 'manage_access' }
      const expiresAt = clock.now() + HOUR
      await access.grant(CLI, { ...admin, subject: 'bob@x.org', expiresAt })
      for (const outcome of [
        await access.revoke(CLI, { ...admin, subject: 'ann@x.org' }),
        await access.grant(CLI, { ...admin, subject: 'ann@x.org', expiresAt }),
        await access.block(CLI, 'ann@x.org'),
      ])
        assert.equal(outcome.ok || outcome.refusal.code, 'last_admin')
    })

    test('a process soon records ended access, also access that ended without a running process [access.ended]', async (t) => {
      const clock = testClock()
      const [{ access, changes, store }] = await openTestAccess(t, backend, { clock })
      await access.grant(CLI, { ...bobUses, expiresAt: clock.now() + 1 })
      clock.advance(HOUR)
      const reported = Promise.withResolvers<void>()
      const endOver = createExpiryRemoval({ store, clock, recordChanges: changes.append })
      await using endings = startExpiryRemoval({
        clock,
        removeExpired: endOver,
        onRemoved: reported.resolve,
        onFailure: reported.reject,
      })
      await reported.promise
      assert.equal((await changes.list({ actor: 'system:expiry' }, newest)).total, 1)
      assert.ok(endings)
    })
  })
