import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testClock } from '../support/clock.ts'
import { as, CLI, openTestAccess } from '../support/access.ts'
import { BACKENDS } from '../support/stores.ts'

const bobUses = { subject: 'bob@x.org', hub: 'garden', permission: 'use_hub' }
const uses = (email: string | null) => [{ email }, 'garden', 'use_hub'] as const

for (const backend of BACKENDS)
  describe(`changes of access on ${backend.kind}`, { skip: backend.skip }, () => {
    test('a change and a block are obeyed by the next decision of another process [access.fresh]', async (t) => {
      const [one, other] = await openTestAccess(t, backend, { processes: 2 })
      assert.equal((await other!.access.decide(...uses('bob@x.org'))).allowed, false)
      await one.access.grant(CLI, bobUses)
      assert.equal((await other!.access.decide(...uses('Bob@x.org '))).reason, 'direct')
      await one.access.block(CLI, 'bob@x.org')
      assert.equal((await other!.access.decide(...uses('bob@x.org'))).reason, 'blocked')
      await one.access.unblock(CLI, 'bob@x.org')
      assert.equal((await other!.access.decide(...uses('bob@x.org'))).reason, 'no_grant')
    })

    test('of a hundred writers that expect one revision exactly one wins [access.revision]', async (t) => {
      const opened = await openTestAccess(t, backend, { processes: 4 })
      const expectedRevision = (await opened[0].access.revision('garden'))!
      const outcomes = await Promise.all(
        Array.from({ length: 100 }, (_, n) =>
          opened[n % 4]!.access.grant(as('ann@x.org'), {
            ...bobUses,
            subject: `p${n}@x.org`,
            expectedRevision,
          }),
        ),
      )
      assert.equal(outcomes.filter(({ ok }) => ok).length, 1)
      const conflict = {
        code: 'revision_conflict',
        hub: 'garden',
        expected: expectedRevision,
        current: expectedRevision + 1,
      }
      for (const outcome of outcomes) if (!outcome.ok) assert.deepEqual(outcome.refusal, conflict)
      assert.equal(await opened[0].access.revision('garden'), expectedRevision + 1)
      assert.ok((await opened[0].changes.verify()).intact)
    })

    test('concurrent demotions of administrators leave one administrator [access.last-admin]', async (t) => {
      const opened = await openTestAccess(t, backend, { processes: 2 })
      const admin = { hub: '*', permission: 'manage_access' }
      await opened[0].access.grant(CLI, { ...admin, subject: 'bob@x.org' })
      const outcomes = await Promise.all([
        opened[0].access.revoke(as('ann@x.org'), { ...admin, subject: 'bob@x.org' }),
        opened[1]!.access.block(as('bob@x.org'), 'ann@x.org'),
        opened[0].access.removeSubject(CLI, 'ann@x.org'),
        opened[1]!.access.removeSubject(CLI, 'bob@x.org'),
      ])
      assert.ok(outcomes.some(({ ok }) => ok))
      assert.equal((await opened[0].access.organizationAdmins()).length, 1)
    })

    test('a hundred changes by four processes at once are all recorded in one chain [access.recorded]', async (t) => {
      const opened = await openTestAccess(t, backend, { processes: 4 })
      const before = (await opened[0].changes.list({}, { limit: 1, offset: 0 })).total
      await Promise.all(
        Array.from({ length: 100 }, (_, n) =>
          opened[n % 4]!.access.grant(CLI, {
            ...bobUses,
            hub: n % 2 ? 'garden' : 'kitchen',
            subject: `p${n}@x.org`,
          }),
        ),
      )
      assert.deepEqual(await opened[0].changes.verify(), {
        intact: true,
        rows: before + 100,
        hash: (await opened[0].changes.list({}, { limit: 1, offset: 0 })).items[0]!.hash,
      })
    })

    test('only one of many concurrent bootstraps succeeds, and none after there was an administrator [access.bootstrap]', async (t) => {
      const opened = await openTestAccess(t, backend, { processes: 3 })
      assert.deepEqual(await opened[0].access.organizationAdmins(), ['ann@x.org'])
      await opened[0].store.db.updateTable('access_policies').set({ was_administered: 0 }).execute()
      await opened[0].store.db.deleteFrom('access_grants').execute()
      const happened = await Promise.all(opened.map(({ access }, n) => access.bootstrap(`p${n}@x.org`)))
      assert.equal(happened.filter(Boolean).length, 1)
      assert.equal((await opened[0].access.organizationAdmins()).length, 1)
      assert.equal(await opened[1]!.access.bootstrap('late@x.org'), false)
    })

    test('granting an existing permission again changes no revision and adds no record [access.idempotent]', async (t) => {
      const [{ access, changes }] = await openTestAccess(t, backend)
      await access.grant(CLI, bobUses)
      const revision = await access.revision('garden')
      const { total } = await changes.list({}, { limit: 1, offset: 0 })
      for (const again of [
        access.grant(CLI, bobUses),
        access.revoke(CLI, { ...bobUses, permission: 'share_public' }),
      ])
        assert.deepEqual(await again, { ok: true, value: { changed: [], revisions: { garden: revision } } })
      assert.equal(await access.revision('garden'), revision)
      assert.equal((await changes.list({}, { limit: 1, offset: 0 })).total, total)
    })

    test('one bad operation of ten undoes the other nine [access.whole]', async (t) => {
      const [{ access, changes }] = await openTestAccess(t, backend)
      await access.apply(CLI, { ...bobUses, operations: [{ action: 'grant', permission: 'manage_access' }] })
      const { total } = await changes.list({}, { limit: 1, offset: 0 })
      const operations = Array.from({ length: 10 }, (_, n) => ({
        action: 'grant' as const,
        permission: n === 7 ? 'share_public' : 'manage_access',
        hub: 'garden',
        subject: `p${n}@x.org`,
      }))
      const outcome = await access.applyAll(as('bob@x.org'), operations)
      assert.deepEqual(outcome, {
        ok: false,
        refusal: { code: 'outside_ceiling', hub: 'garden', permission: 'share_public' },
      })
      assert.equal((await changes.list({}, { limit: 1, offset: 0 })).total, total)
      assert.deepEqual(await access.effective('p1@x.org', 'garden'), [])
    })

    test('a preview refuses the same changes as a change, and changes nothing [access.preview]', async (t) => {
      const [{ access }] = await openTestAccess(t, backend)
      const grant = [{ action: 'grant' as const, ...bobUses }]
      const revision = (await access.revision('garden'))!
      assert.deepEqual(await access.preview(CLI, grant), {
        ok: true,
        value: { changed: grant, revisions: { garden: revision } },
      })
      const refused = await access.preview(CLI, grant, { garden: revision - 1 })
      assert.equal(refused.ok || refused.refusal.code, 'revision_conflict')
      assert.equal((await access.decide(...uses('bob@x.org'))).allowed, false)
    })

    test('a Hub that moves to the Console keeps its members, and its grants are suspended when it moves back [access.manage]', async (t) => {
      const [{ access, changes }] = await openTestAccess(t, backend)
      await access.block(CLI, 'eve@x.org')
      assert.equal((await access.decide({ email: 'bob@x.org' }, 'attic', 'use_hub')).reason, 'group_based')
      const legacy = await access.grant(CLI, { ...bobUses, hub: 'attic' })
      assert.equal(legacy.ok || legacy.refusal.code, 'legacy')
      const members = ['Bob@x.org', 'bob@x.org', 'eve@x.org', 'not an address']
      const moved = await access.manage(as('ann@x.org'), 'attic', { members })
      assert.deepEqual(moved, {
        ok: true,
        value: { changed: true, revision: 2, imported: 1, skipped: ['not an address', 'eve@x.org'] },
      })
      assert.equal((await access.decide({ email: 'bob@x.org' }, 'attic', 'use_hub')).reason, 'direct')
      assert.equal((await access.decide({ email: 'ann@x.org' }, 'attic', 'use_hub')).reason, 'no_grant')
      const again = await access.manage(CLI, 'attic', { members: ['zoe@x.org'] })
      assert.equal(again.ok && again.value.changed, false)
      assert.ok((await access.grant(CLI, { ...bobUses, hub: 'attic', permission: 'manage_access' })).ok)
      assert.ok((await access.unmanage(CLI, 'attic')).ok)
      assert.equal((await access.decide({ email: 'bob@x.org' }, 'attic', 'manage_access')).reason, 'no_grant')
      const { items } = await changes.list({ hub: 'attic', action: 'manage' }, { limit: 5, offset: 0 })
      assert.deepEqual(
        items.map(({ actor, before, after }) => [actor, before, after]),
        [['ann@x.org', 'groups', 'console']],
      )
    })

    test('the record of a change says who, what, when, why and at which revision [access.recorded]', async (t) => {
      const clock = testClock()
      const [{ access, changes }] = await openTestAccess(t, backend, { clock })
      clock.advance(5000)
      await access.grant({ ...as('ann@x.org'), reason: 'new colleague', request: 'r-1' }, bobUses)
      const { items } = await changes.list({ user: 'bob@x.org' }, { limit: 5, offset: 0 })
      const { hash, seq, ...entry } = items[0]!
      assert.match(hash, /^[0-9a-f]{64}$/)
      assert.equal(seq, 7)
      assert.deepEqual(entry, {
        at: clock.now(),
        actor: 'ann@x.org',
        action: 'grant',
        subject: 'bob@x.org',
        hub: 'garden',
        permission: 'use_hub',
        before: false,
        after: true,
        reason: 'new colleague',
        request: 'r-1',
        revision: 3,
      })
    })

    test('people are found by any part of their name, page by page, and never by pattern signs [access.list]', async (t) => {
      const [{ access }] = await openTestAccess(t, backend)
      const operations = Array.from({ length: 25 }, (_, n) => ({
        ...bobUses,
        action: 'grant' as const,
        subject: `p${String(n).padStart(2, '0')}_x@x.org`,
        hub: n % 2 ? 'garden' : 'kitchen',
      }))
      await access.applyAll(CLI, operations)
      const page = await access.listAccess({ hubs: null, q: ' P', offset: 10, limit: 10 })
      assert.equal(page.total, 25)
      assert.deepEqual(
        page.items.map(({ subject }) => subject),
        operations.slice(10, 20).map(({ subject }) => subject),
      )
      assert.equal((await access.listAccess({ hubs: ['garden'], q: '_x@', offset: 0, limit: 50 })).total, 12)
      for (const q of ['%', 'p%x', `'; drop table access_grants; --`, '\\', 'x'.repeat(10_000)])
        assert.equal(
          (await access.listAccess({ hubs: null, q, offset: 0, limit: 50 })).total,
          0,
          q.slice(0, 20),
        )
      const ann = await access.listAccess({ hubs: ['garden'], q: 'ann', offset: 0, limit: 50 })
      assert.deepEqual(
        ann.items[0]!.grants.map(({ hub, permission }) => [hub, permission]),
        [
          ['*', 'manage_access'],
          ['garden', 'use_hub'],
        ],
      )
      const exported = await Array.fromAsync(access.exportGrants(null))
      assert.equal(exported.length, 25 + 3)
    })
  })

describe('rules of changing access', () => {
  const backend = BACKENDS[0]!
  const refusalOf = async (outcome: Promise<{ ok: boolean; refusal?: { code: string } }>) =>
    (await outcome).refusal?.code ?? null

  test('new access for everyone is refused, old is honoured for people and can be taken [access.everyone]', async (t) => {
    const [{ access, store }] = await openTestAccess(t, backend)
    const everyone = { ...bobUses, subject: '*' }
    assert.equal(await refusalOf(access.grant(CLI, everyone)), 'everyone_refused')
    await store.db
      .insertInto('access_grants')
      .values({ ...everyone, granted_by: 'old@x.org', granted_at_ms: 1, revision: 1 })
      .execute()
    assert.equal((await access.decide(...uses('bob@x.org'))).reason, 'everyone')
    assert.equal((await access.decide(...uses('svc:bot'))).reason, 'no_grant')
    assert.equal((await access.decide(...uses(null))).reason, 'no_identity')
    assert.equal(await refusalOf(access.revoke(CLI, everyone)), null)
    assert.equal((await access.decide(...uses('bob@x.org'))).reason, 'no_grant')
  })

  test('a person may grant themselves the same permissions as others [access.self]', async (t) => {
    const [{ access, changes }] = await openTestAccess(t, backend)
    for (const subject of ['bob@x.org', 'ann@x.org']) {
      const given = { subject, hub: 'garden', permission: 'share_public' }
      assert.equal(await refusalOf(access.grant(as('ann@x.org'), given)), null)
      assert.equal(await refusalOf(access.revoke(as('ann@x.org'), given)), null)
    }
    await access.grant(CLI, { subject: 'cat@x.org', hub: '*', permission: 'manage_access' })
    const toSelf = { subject: 'ann@x.org', hub: 'garden', permission: 'share_public' }
    assert.equal(await refusalOf(access.grant(as('ann@x.org'), toSelf)), null)
    const [newest] = (await changes.list({ user: 'ann@x.org' }, { limit: 1, offset: 0 })).items
    assert.deepEqual([newest!.actor, newest!.action], ['ann@x.org', 'grant'])
    await access.grant(CLI, { ...bobUses, permission: 'manage_access' })
    assert.equal(await refusalOf(access.grant(as('bob@x.org'), bobUses)), 'outside_ceiling')
  })

  test('a Hub’s administrator learns nothing about other Hubs [access.ceiling]', async (t) => {
    const [{ access }] = await openTestAccess(t, backend)
    await access.grant(CLI, { ...bobUses, permission: 'manage_access' })
    for (const hub of ['kitchen', 'attic', 'nowhere', '*'])
      assert.equal(
        await refusalOf(access.grant(as('bob@x.org'), { ...bobUses, subject: 'c@x.org', hub })),
        'outside_ceiling',
      )
    assert.equal(await refusalOf(access.grant(as('ann@x.org'), { ...bobUses, hub: 'nowhere' })), 'not_found')
    assert.deepEqual(await access.grantable({ subject: 'bob@x.org' }, 'garden'), ['manage_access'])
    assert.deepEqual(await access.grantable({ subject: 'bob@x.org' }, 'kitchen'), [])
    assert.equal(await access.grantable({ subject: 'ann@x.org' }, 'kitchen'), 'all')
    assert.deepEqual(
      (await access.managedHubs({ subject: 'bob@x.org' })).map(({ hub }) => hub),
      ['garden'],
    )
  })

  for (const [what, request] of Object.entries({
    'no address': { ...bobUses, subject: 'bob' },
    'a look-alike address': { ...bobUses, subject: 'b\u043eb@x.org' },
    'two addresses': { ...bobUses, subject: 'a@x.org,b@x.org' },
    'a part of the service': { ...bobUses, subject: 'system:cli' },
    'no permission': { ...bobUses, permission: '' },
    'a permission in capitals': { ...bobUses, permission: 'USE_HUB' },
    'a long permission': { ...bobUses, permission: 'a'.repeat(65) },
  }))
    test(`${what} is refused as invalid [access.input]`, async (t) => {
      const [{ access }] = await openTestAccess(t, backend)
      assert.equal(await refusalOf(access.grant(CLI, request)), 'invalid')
    })

  test('a contradiction, nothing and too much are refused as invalid [access.input]', async (t) => {
    const [{ access }] = await openTestAccess(t, backend)
    const grant = { action: 'grant' as const, ...bobUses }
    const many = Array.from({ length: 1001 }, (_, n) => ({ ...grant, subject: `p${n}@x.org` }))
    for (const operations of [[], [grant, { ...grant, action: 'revoke' as const }], many])
      assert.equal(await refusalOf(access.applyAll(CLI, operations)), 'invalid')
  })

  test('a blocked person is given nothing and changes nothing [access.blocked]', async (t) => {
    const [{ access }] = await openTestAccess(t, backend)
    await access.grant(CLI, { ...bobUses, permission: 'manage_access' })
    await access.block(CLI, 'bob@x.org')
    assert.equal(await refusalOf(access.grant(CLI, bobUses)), 'invalid')
    assert.equal(
      await refusalOf(access.grant(as('bob@x.org'), { ...bobUses, subject: 'c@x.org' })),
      'forbidden',
    )
    assert.deepEqual([...(await access.blockedAmong(['bob@x.org', 'ann@x.org']))], ['bob@x.org'])
    await access.removeSubject(CLI, 'bob@x.org')
    assert.equal(
      (await access.decide(...uses('bob@x.org'))).reason,
      'blocked',
      'a deleted account is no way around a block',
    )
  })
})
