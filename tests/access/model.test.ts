import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createAccess, type Access } from '#access/access.ts'
import type { Actor } from '#access/change.ts'
import { createAccessChanges } from '#audit/access-changes.ts'
import { systemClock } from '#base/clock.ts'
import type { Result } from '#base/result.ts'
import type { Store } from '#store/store.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'
import { Model, type Step } from './model.ts'

const PEOPLE = ['ann@x.org', 'bob@x.org', 'cat@x.org', 'svc:bot']
const HUBS = ['garden', 'kitchen', 'attic', '*']
const PERMISSIONS = ['use_hub', 'manage_access', 'share_public', 'send_invoices']

const person = fc.constantFrom(...PEOPLE)
const actor = fc.oneof({ weight: 6, arbitrary: person }, { weight: 1, arbitrary: fc.constant('system:cli') })
const hub = fc.constantFrom(...HUBS)
const operations = fc
  .uniqueArray(
    fc.record({
      action: fc.constantFrom('grant', 'grant', 'revoke'),
      permission: fc.constantFrom(...PERMISSIONS),
    }),
    {
      minLength: 1,
      maxLength: 3,
      selector: ({ permission }) => permission,
    },
  )
  .map((list) => list as { action: 'grant' | 'revoke'; permission: string }[])

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('apply' as const),
      actor,
      hub,
      subject: person,
      operations,
      stale: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('block' as const, 'unblock' as const, 'remove' as const),
      actor,
      subject: person,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('manage' as const),
      actor,
      hub,
      members: fc.subarray(PEOPLE.slice(0, 3)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unmanage' as const), actor, hub }) },
)

/** Two accesses over one store, as two processes have them: one changes, both must know. */
interface Real {
  store: Store
  changing: Access
  watching: Access
}

for (const backend of BACKENDS)
  describe(`access on ${backend.kind}`, { skip: backend.skip }, () => {
    test('any sequence of changes leaves what a plain model of the rules says [access.model]', async (t) => {
      const store = await openTestStore(t, backend)
      const runs = backend.kind === 'sqlite' ? 150 : 12
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
          const real = await emptied(store)
          const model = new Model()
          for (const [name, mode] of [
            ['garden', 'console'],
            ['kitchen', 'console'],
            ['attic', 'groups'],
          ] as const) {
            await real.changing.register(name, mode)
            model.register(name, mode)
          }
          for (const seed of SEED) await follow(real, model, seed)
          for (const next of steps) await follow(real, model, next)
          assert.ok((await createAccessChanges(store).verify()).intact)
        }),
        { numRuns: runs },
      )
    })

    test('whatever people who administer only Hubs do, nobody gets more than those people had together [access.ceiling]', async (t) => {
      const store = await openTestStore(t, backend)
      const runs = backend.kind === 'sqlite' ? 80 : 8
      const delegated = step.filter((one) => one.actor !== 'system:cli' && one.actor !== 'ann@x.org')
      await fc.assert(
        fc.asyncProperty(fc.array(delegated, { maxLength: 40 }), async (steps) => {
          const { changing } = await emptied(store)
          for (const name of ['garden', 'kitchen']) await changing.register(name, 'console')
          const grants = [
            ['ann@x.org', '*', 'manage_access'],
            ['bob@x.org', 'garden', 'manage_access'],
            ['bob@x.org', 'garden', 'use_hub'],
            ['cat@x.org', 'kitchen', 'manage_access'],
            ['svc:bot', 'garden', 'send_invoices'],
          ] as const
          for (const [subject, on, permission] of grants)
            assert.ok((await changing.grant(CLI, { subject, hub: on, permission })).ok)
          const ceiling: Record<string, string[]> = {
            garden: ['manage_access', 'send_invoices', 'use_hub'],
            kitchen: ['manage_access'],
            '*': [],
          }
          for (const one of steps) await run(changing, one, {})
          for (const subject of PEOPLE.filter((one) => one !== 'ann@x.org'))
            for (const [on, allowed] of Object.entries(ceiling))
              for (const { permission } of await changing.effective(subject, on))
                assert.ok(allowed.includes(permission), `${subject} got ${permission} on ${on}`)
          const holders = await changing.listAccess({ hubs: ['garden'], offset: 0, limit: 10 })
          for (const { subject, grants: found } of holders.items)
            for (const { permission } of found)
              assert.ok(
                permission !== 'send_invoices' || subject === 'svc:bot',
                `${subject} got send_invoices`,
              )
          assert.deepEqual(await changing.organizationAdmins(), ['ann@x.org'])
        }),
        { numRuns: runs },
      )
    })
  })

const CLI = { actor: { system: 'cli' as const } }

const SEED: Step[] = [
  {
    kind: 'apply',
    actor: 'system:cli',
    hub: '*',
    subject: 'ann@x.org',
    operations: [{ action: 'grant', permission: 'manage_access' }],
    stale: false,
  },
  {
    kind: 'apply',
    actor: 'ann@x.org',
    hub: 'garden',
    subject: 'bob@x.org',
    operations: [
      { action: 'grant', permission: 'manage_access' },
      { action: 'grant', permission: 'use_hub' },
    ],
    stale: false,
  },
]

/** Do a step for real and in the model, and compare all that can be seen. */
async function follow({ store, changing, watching }: Real, model: Model, next: Step): Promise<void> {
  const current = Object.fromEntries(model.revisions)
  const expected = model.run(next)
  const outcome = await run(changing, next, current)
  const about = JSON.stringify(next)
  assert.equal(outcome.ok ? null : outcome.refusal.code, expected, about)
  for (const on of HUBS) {
    assert.equal(await watching.revision(on), model.revisions.get(on), `revision of ${on} after ${about}`)
    for (const subject of PEOPLE) {
      const names = (await watching.effective(subject, on)).map(({ permission }) => permission)
      assert.deepEqual(
        names,
        [...model.effective(subject, on)].toSorted(),
        `${subject} on ${on} after ${about}`,
      )
      const { allowed } = await watching.decide({ email: subject }, on, 'use_hub')
      const mayUse =
        !model.blocked.has(subject) && (model.modes.get(on) === 'groups' || names.includes('use_hub'))
      assert.equal(allowed, mayUse, `use_hub of ${subject} on ${on} after ${about}`)
    }
  }
  const { total } = await createAccessChanges(store).list({}, { limit: 1, offset: 0 })
  assert.equal(total, model.records, `records after ${about}`)
  const listed = await watching.listAccess({ hubs: null, offset: 0, limit: 100 })
  assert.equal(
    listed.items.flatMap(({ grants }) => grants).length,
    model.grants.size,
    `listed after ${about}`,
  )
}

type Outcome = Result<unknown, { code: string }>

async function run(access: Access, next: Step, revisions: Record<string, number>): Promise<Outcome> {
  const context = { actor: actorOf(next.actor) }
  switch (next.kind) {
    case 'apply': {
      const { subject, operations: list, stale } = next
      const revision = revisions[next.hub]
      return access.apply(context, {
        subject,
        hub: next.hub,
        operations: list,
        ...(revision === undefined ? {} : { expectedRevision: stale ? revision - 1 : revision }),
      })
    }
    case 'block':
      return access.block(context, next.subject)
    case 'unblock':
      return access.unblock(context, next.subject)
    case 'remove':
      return access.removeSubject(context, next.subject)
    case 'manage':
      return access.manage(context, next.hub, { members: next.members })
    case 'unmanage':
      return access.unmanage(context, next.hub)
  }
}

const actorOf = (name: string): Actor => (name === 'system:cli' ? { system: 'cli' } : { subject: name })

/** The same store with nothing in it, which is faster than a new one. */
async function emptied(store: Store): Promise<Real> {
  await store.transaction(async (tx) => {
    for (const table of ['access_grants', 'access_subjects', 'access_blocks', 'access_changes'] as const)
      await tx.deleteFrom(table).execute()
    await tx.deleteFrom('access_policies').where('hub', '!=', '*').execute()
    await tx.updateTable('access_policies').set({ revision: 1, was_administered: 0 }).execute()
    await tx.updateTable('audit_heads').set({ count: 0, hash: '' }).execute()
  })
  const create = () => createAccess({ store, changes: createAccessChanges(store), clock: systemClock })
  return { store, changing: create(), watching: create() }
}
