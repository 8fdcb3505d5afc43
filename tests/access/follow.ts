import assert from 'node:assert/strict'
import type { Access } from '#core/access/access.ts'
import type { Actor } from '#core/access/change.ts'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import type { Model, Step } from './model.ts'
import { HUBS, PEOPLE } from './steps.ts'

export type Outcome = Result<unknown, { code: string }>

export async function carryOut(
  access: Access,
  step: Step,
  revisions: ReadonlyMap<string, number> = new Map(),
): Promise<Outcome> {
  const context = { actor: actorOf(step.actor) }
  switch (step.kind) {
    case 'grant':
    case 'revoke': {
      const { subject, hub, permission } = step
      return access[step.kind](context, { subject, hub, permission, ...expected(step, revisions) })
    }
    case 'apply': {
      const { subject, hub, operations } = step
      return access.apply(context, { subject, hub, operations, ...expected(step, revisions) })
    }
    case 'block':
      return access.block(context, step.subject)
    case 'unblock':
      return access.unblock(context, step.subject)
    case 'remove':
      return access.removeSubject(context, step.subject)
    case 'manage':
      return access.manage(context, step.hub, { members: step.members })
    case 'unmanage':
      return access.unmanage(context, step.hub)
  }
}

const actorOf = (name: string): Actor => (name === 'system:cli' ? { system: 'cli' } : { subject: name })

const expected = (
  { hub, stale }: { hub: string; stale: boolean },
  revisions: ReadonlyMap<string, number>,
): { expectedRevision?: number } => {
  const revision = revisions.get(hub)
  return revision === undefined ? {} : { expectedRevision: stale ? revision - 1 : revision }
}

export async function checkAccess(
  { access, changes }: { access: Access; changes: Pick<AccessChanges, 'list'> },
  model: Model,
): Promise<void> {
  for (const hub of HUBS) {
    assert.equal(await access.revision(hub), model.revisions.get(hub), `revision of ${hub}`)
    for (const subject of PEOPLE) {
      const names = (await access.effective(subject, hub)).map(({ permission }) => permission)
      assert.deepEqual(names, [...model.effective(subject, hub)].toSorted(), `${subject} on ${hub}`)
      const { allowed } = await access.decide({ email: subject }, hub, 'use_hub')
      const isOpen = model.modes.get(hub) === 'groups' || names.includes('use_hub')
      assert.equal(allowed, !model.blocked.has(subject) && isOpen, `use_hub of ${subject} on ${hub}`)
    }
  }
  const { total } = await changes.list({}, { limit: 1, offset: 0 })
  assert.equal(total, model.records, 'records')
  const { items } = await access.listAccess({ hubs: null, offset: 0, limit: 100 })
  assert.equal(items.flatMap(({ grants }) => grants).length, model.grants.size, 'grants in the list')
}

/** `ann` administers the organization, `bob` the Hub `garden`. */
export async function beginBoth(access: Access, model: Model): Promise<void> {
  for (const [hub, mode] of [
    ['garden', 'console'],
    ['kitchen', 'console'],
    ['attic', 'groups'],
  ] as const) {
    await access.register(hub, mode)
    model.register(hub, mode)
  }
  const given = { kind: 'grant', actor: 'system:cli', stale: false } as const
  for (const step of [
    { ...given, subject: 'ann@x.org', hub: '*', permission: 'manage_access' },
    { ...given, subject: 'bob@x.org', hub: 'garden', permission: 'manage_access' },
    { ...given, subject: 'bob@x.org', hub: 'garden', permission: 'use_hub' },
  ]) {
    assert.equal(model.run(step), null)
    assert.ok((await carryOut(access, step)).ok)
  }
}

/** Emptying the tables is faster than a new store. */
export const emptyAccess = (store: Store): Promise<void> =>
  store.transaction(async (tx) => {
    for (const table of ['access_grants', 'access_subjects', 'access_blocks', 'access_changes'] as const)
      await tx.deleteFrom(table).execute()
    await tx.deleteFrom('access_policies').where('hub', '!=', '*').execute()
    await tx.updateTable('access_policies').set({ revision: 1, was_administered: 0 }).execute()
    await tx.updateTable('audit_heads').set({ count: 0, hash: '' }).execute()
  })
