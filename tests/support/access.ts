import type { TestContext } from 'node:test'
import { createAccess, type Access } from '#core/access/access.ts'
import { createAccessChanges, type AccessChanges } from '#core/audit/access-changes.ts'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { openStore, type Store } from '#ground/store/store.ts'
import type { Backend } from './stores.ts'

export interface TestAccess {
  store: Store
  access: Access
  changes: AccessChanges
}

/** The operator at the command line: an organization administrator without an account. */
export const CLI = { actor: { system: 'cli' as const } }

const capabilitiesOf = async () => ['send_invoices', 'agent_edit', 'agent_execute']

export const as = (subject: string) => ({ actor: { subject } })

/** `garden` and `kitchen` are managed in the Console, `attic` by groups; `ann@x.org` administers the organization. */
export async function openTestAccess(
  t: TestContext,
  backend: Backend,
  { processes = 1, clock = systemClock }: { processes?: number; clock?: Clock } = {},
): Promise<[TestAccess, ...TestAccess[]]> {
  const location = await backend.locate(t)
  const opened = await Promise.all(
    Array.from({ length: processes }, async () => {
      const store = await openStore(location)
      t.after(() => store[Symbol.asyncDispose]())
      const changes = createAccessChanges(store)
      return { store, changes, access: createAccess({ store, changes, clock, capabilitiesOf }) }
    }),
  )
  const { access } = opened[0]!
  await access.register('garden', 'console')
  await access.register('kitchen', 'console')
  await access.register('attic', 'groups')
  await access.bootstrap('ann@x.org')
  return opened as [TestAccess, ...TestAccess[]]
}
