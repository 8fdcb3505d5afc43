import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { accepted, refused } from '#ground/base/result.ts'
import { startPeopleWorld, type PeopleWorld } from '../support/people-world.ts'
import { BACKENDS } from '../support/stores.ts'
import { beginBoth, carryOut, checkAccess, emptyAccess, type Outcome } from './follow.ts'
import type { Step } from './model.ts'
import { PeopleModel, type PeopleStep } from './people-model.ts'
import { accessSteps, peopleSteps, PEOPLE } from './steps.ts'

const LENGTH = { maxCommands: 30, size: 'max' } as const
const CONSOLE_HUBS = ['garden', 'kitchen']

for (const backend of BACKENDS)
  describe(`people on ${backend.kind}`, { skip: backend.skip }, () => {
    test('after any sequence, access, accounts and the web chat’s view equal a plain model [access.model]', async (t) => {
      const open = await startPeopleWorld(t, backend)
      const steps = [
        ...accessSteps([...PEOPLE, 'ann@x.org', 'system:cli']),
        ...peopleSteps(['ann@x.org', ...PEOPLE.slice(0, 3)]),
      ]
      await fc.assert(
        fc.asyncProperty(fc.commands([fc.oneof(...steps).map(compared)], LENGTH), async (commands) => {
          const { model, world } = await begin(open)
          await fc.asyncModelRun(() => ({ model, real: world }), commands)
          assert.ok((await world.changes.verify()).intact)
        }),
        { numRuns: backend.kind === 'sqlite' ? 4 : 1 },
      )
    })

    test('an administrator of one Hub cannot create administrators, delete or approve accounts, or widen access [access.ceiling]', async (t) => {
      const open = await startPeopleWorld(t, backend)
      const delegates = ['bob@x.org', 'cat@x.org']
      const steps = [...accessSteps(delegates), ...peopleSteps(delegates)]
      await fc.assert(
        fc.asyncProperty(fc.commands([fc.oneof(...steps).map(bounded)], LENGTH), async (commands) => {
          const { world } = await begin(open)
          await fc.asyncModelRun(() => ({ model: {}, real: world }), commands)
        }),
        { numRuns: backend.kind === 'sqlite' ? 4 : 1 },
      )
    })
  })

const stepOf = (step: Step | PeopleStep) => ({ check: () => true, toString: () => JSON.stringify(step) })

const compared = (step: Step | PeopleStep): fc.AsyncCommand<PeopleModel, PeopleWorld> => ({
  ...stepOf(step),
  async run(model, world) {
    const revisions = new Map(model.revisions)
    const refusal = model.do(step)
    const outcome = await act(world, step, revisions)
    assert.equal(outcome.ok ? null : outcome.refusal.code, refusal)
    await checkAccess(world, model)
    await checkAccounts(world, model)
    if (step.kind === 'sync' && outcome.ok) await checkReaders(world, model)
  },
})

const bounded = (step: Step | PeopleStep): fc.AsyncCommand<object, PeopleWorld> => ({
  ...stepOf(step),
  async run(_, world) {
    await act(world, step)
    const { access } = world
    assert.deepEqual(await access.organizationAdmins(), ['ann@x.org'])
    for (const subject of PEOPLE.slice(1))
      for (const hub of ['garden', 'kitchen', 'attic', '*'])
        for (const { permission } of await access.effective(subject, hub))
          assert.ok(
            hub === 'garden' && ['manage_access', 'use_hub'].includes(permission),
            `${subject} got ${permission} on ${hub}`,
          )
    const accounts = await listed(world)
    assert.deepEqual(accounts['ann@x.org'], ['active', 'admin'])
    assert.deepEqual(accounts['bob@x.org'], ['active', 'user'])
    assert.deepEqual(accounts['cat@x.org'], ['pending', 'user'])
  },
})

async function act(
  world: PeopleWorld,
  step: Step | PeopleStep,
  revisions?: ReadonlyMap<string, number>,
): Promise<Outcome> {
  const { access, people } = world
  const asker = { email: step.actor, requestId: 'r-1' }
  const asAdmin = async (work: () => Promise<Outcome>): Promise<Outcome> =>
    (await access.isOrganizationAdmin({ subject: step.actor })) ? work() : refused({ code: 'forbidden' })
  switch (step.kind) {
    case 'role':
      return asAdmin(() => people.accounts.setRole(asker, step))
    case 'delete': {
      const { subject, confirmed } = step
      const confirmEmail = confirmed ? subject : 'somebody@x.org'
      return asAdmin(() => people.accounts.remove(asker, { subject, confirmEmail }))
    }
    case 'approve':
      return asAdmin(() => people.accounts.approve(asker, step.subject))
    case 'suspend':
      return people.accounts.setBlocked(asker, step)
    case 'sync':
      return asAdmin(() => people.sync())
    case 'sign-up': {
      const found = await world.chatapp.accounts.findByEmail(step.actor)
      if (found.ok && found.value === null) await world.signUp(step.actor)
      await people.refresh()
      return accepted(null)
    }
    default:
      return carryOut(access, step, revisions)
  }
}

async function checkAccounts(world: PeopleWorld, model: PeopleModel): Promise<void> {
  assert.deepEqual(await listed(world), model.listed())
  const live = await world.chatapp.accounts.list()
  assert.ok(live.ok)
  assert.deepEqual(new Map(live.value.map(({ email, role }) => [email, role])), model.accounts)
  const scope = { isOrganizationAdmin: true, manages: [] }
  assert.deepEqual(await world.people.unfinished(scope, 'ann@x.org'), [])
}

async function checkReaders({ chatapp }: PeopleWorld, model: PeopleModel): Promise<void> {
  const live = await chatapp.accounts.list()
  assert.ok(live.ok)
  const emails = new Map(live.value.map(({ id, email }) => [id, email]))
  for (const hub of CONSOLE_HUBS.filter((name) => model.modes.get(name) === 'console')) {
    const found = await chatapp.models.find(hub)
    assert.ok(found.ok)
    const readers = (found.value?.grants ?? []).filter(({ permission }) => permission === 'read')
    const names = readers.map(({ principalId }) => emails.get(principalId) ?? principalId)
    assert.deepEqual(new Set(names), new Set(model.readers(hub)), `readers of ${hub}`)
  }
}

async function listed({ people }: PeopleWorld): Promise<Record<string, [string, string | null]>> {
  const scope = { isOrganizationAdmin: true, manages: [] }
  const { items } = await people.list(scope, {}, { offset: 0, limit: 100 })
  return Object.fromEntries(items.map(({ subject, status, role }) => [subject, [status, role]]))
}

async function begin(open: () => PeopleWorld): Promise<{ model: PeopleModel; world: PeopleWorld }> {
  const world = open()
  const { store, access, people, signUp } = world
  const { db } = store
  await emptyAccess(store)
  for (const table of ['people', 'people_words', 'people_sample', 'people_counts'] as const)
    await db.deleteFrom(table).execute()
  await db.deleteFrom('people_operations').execute()
  await db.updateTable('people_progress').set({ value: 0 }).execute()
  await db.deleteFrom('chatapp_models').execute()
  await db.deleteFrom('chatapp_users').where('email', '!=', 'ann@x.org').execute()
  const model = new PeopleModel()
  await beginBoth(access, model)
  await signUp('bob@x.org', 'user')
  await signUp('cat@x.org')
  assert.ok((await people.refresh()).ok)
  for (const [email, role] of [
    ['ann@x.org', 'admin'],
    ['bob@x.org', 'user'],
    ['cat@x.org', 'pending'],
  ] as const)
    model.accounts.set(email, role)
  return { model, world }
}
