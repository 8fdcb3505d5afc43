import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createAccess, type Access } from '#core/access/access.ts'
import { createAccessChanges, type AccessChanges } from '#core/audit/access-changes.ts'
import { systemClock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'
import { beginBoth, carryOut, checkAccess, emptyAccess } from './follow.ts'
import { Model, type Step } from './model.ts'
import { accessSteps, PEOPLE } from './steps.ts'

/** Two access objects on a store, like two processes: a change through the first must be visible to the second. */
interface Real {
  changing: Access
  watching: Access
  changes: AccessChanges
}

const anybody = [...PEOPLE, 'ann@x.org', 'system:cli']
const LENGTH = { maxCommands: 40, size: 'max' } as const

for (const backend of BACKENDS)
  describe(`access on ${backend.kind}`, { skip: backend.skip }, () => {
    test('after any sequence of changes, the result equals a plain model of the rules [access.model]', async (t) => {
      const store = await openTestStore(t, backend)
      const steps = accessSteps(anybody)
      await fc.assert(
        fc.asyncProperty(fc.commands([fc.oneof(...steps).map(compared)], LENGTH), async (commands) => {
          const real = await emptied(store)
          const model = new Model()
          await beginBoth(real.changing, model)
          await fc.asyncModelRun(() => ({ model, real }), commands)
          assert.ok((await real.changes.verify()).intact)
        }),
        { numRuns: backend.kind === 'sqlite' ? 8 : 2 },
      )
    })

    test('for any acts of Hub administrators, no person gets more than those administrators had together [access.ceiling]', async (t) => {
      const store = await openTestStore(t, backend)
      const steps = accessSteps(PEOPLE.filter((one) => one !== 'ann@x.org'))
      await fc.assert(
        fc.asyncProperty(fc.commands([fc.oneof(...steps).map(bounded)], LENGTH), async (commands) => {
          const { changing: access } = await emptied(store)
          await beginBoth(access, new Model())
          for (const [subject, hub, permission] of BEYOND_BOB)
            assert.ok((await access.grant(CLI, { subject, hub, permission })).ok)
          await fc.asyncModelRun(() => ({ model: {}, real: access }), commands)
        }),
        { numRuns: backend.kind === 'sqlite' ? 8 : 2 },
      )
    })
  })

const CLI = { actor: { system: 'cli' as const } }

const compared = (step: Step): fc.AsyncCommand<Model, Real> => ({
  check: () => true,
  async run(model, { changing, watching, changes }) {
    const revisions = new Map(model.revisions)
    const refusal = model.run(step)
    const outcome = await carryOut(changing, step, revisions)
    assert.equal(outcome.ok ? null : outcome.refusal.code, refusal)
    await checkAccess({ access: watching, changes }, model)
  },
  toString: () => JSON.stringify(step),
})

const BEYOND_BOB = [
  ['cat@x.org', 'kitchen', 'manage_access'],
  ['svc:bot', 'garden', 'send_invoices'],
] as const

/** No random step may create a permission outside this list. */
const CEILING: Readonly<Record<string, readonly string[]>> = {
  garden: ['manage_access', 'use_hub', 'send_invoices'],
  kitchen: ['manage_access'],
  attic: [],
  '*': [],
}

const bounded = (step: Step): fc.AsyncCommand<object, Access> => ({
  check: () => true,
  async run(_, access) {
    await carryOut(access, step)
    for (const subject of PEOPLE.filter((one) => one !== 'ann@x.org'))
      for (const [hub, ceiling] of Object.entries(CEILING)) {
        const held = (await access.effective(subject, hub)).map(({ permission }) => permission)
        const beyond = held.filter((permission) => !ceiling.includes(permission))
        assert.deepEqual(beyond, [], `${subject} on ${hub}`)
      }
    assert.deepEqual(await access.organizationAdmins(), ['ann@x.org'])
  },
  toString: () => JSON.stringify(step),
})

async function emptied(store: Store): Promise<Real> {
  await emptyAccess(store)
  const changes = createAccessChanges(store)
  const create = () =>
    createAccess({ store, changes, clock: systemClock, capabilitiesOf: async () => ['send_invoices'] })
  return { changing: create(), watching: create(), changes }
}
