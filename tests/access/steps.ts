import fc from 'fast-check'
import type { Step } from './model.ts'
import type { PeopleStep } from './people-model.ts'

export const PEOPLE = ['ann@x.org', 'bob@x.org', 'cat@x.org', 'svc:bot']
export const HUBS = ['garden', 'kitchen', 'attic', '*']
const PERMISSIONS = ['use_hub', 'manage_access', 'share_public', 'send_invoices']

const subject = fc.constantFrom(...PEOPLE)
const person = fc.constantFrom(...PEOPLE.slice(0, 3))
const hub = fc.constantFrom(...HUBS)
const permission = fc.constantFrom(...PERMISSIONS)
const rarely = fc.integer({ min: 0, max: 9 }).map((n) => n === 0)
const operations = fc.uniqueArray(
  fc.record({ action: fc.constantFrom('grant' as const, 'grant' as const, 'revoke' as const), permission }),
  { minLength: 1, maxLength: 3, selector: (operation) => operation.permission },
)

type Arbitraries<S> = { weight: number; arbitrary: fc.Arbitrary<S> }[]

export const accessSteps = (actors: readonly string[]): Arbitraries<Step> => {
  const actor = fc.constantFrom(...actors)
  return [
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constantFrom('grant' as const, 'grant' as const, 'revoke' as const),
        actor,
        hub,
        subject,
        permission,
        stale: rarely,
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('apply' as const),
        actor,
        hub,
        subject,
        operations,
        stale: rarely,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constantFrom('block' as const, 'unblock' as const, 'remove' as const),
        actor,
        subject,
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
  ]
}

export const peopleSteps = (actors: readonly string[]): Arbitraries<PeopleStep> => {
  const actor = fc.constantFrom(...actors)
  return [
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('role' as const),
        actor,
        subject: person,
        role: fc.constantFrom('user' as const, 'admin' as const),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('delete' as const),
        actor,
        subject: person,
        confirmed: rarely.map((isRare) => !isRare),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('approve' as const), actor, subject: person }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('suspend' as const),
        actor,
        subject: person,
        suspended: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('sync' as const), actor }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('sign-up' as const), actor: person }) },
  ]
}
