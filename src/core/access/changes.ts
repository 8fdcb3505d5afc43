import type { Clock } from '#ground/base/clock.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import {
  actorName,
  isOrganizationAdmin,
  judgeChange,
  normalOperations,
  type ChangeFacts,
  type PolicyOperation,
} from './change.ts'
import { readExisting, type ExistingDeps } from './existing-permissions.ts'
import { ORGANIZATION } from './permission.ts'
import type { HubPolicy } from './policy.ts'
import { lockHubsOf, lockWithoutExpired, revocationOf } from './expired-grants.ts'
import { readChangeFacts, readGrants } from './read.ts'
import type { PolicyRefusal } from './refusal.ts'
import { EVERYONE, parseSubject, type Subject } from './subject.ts'
import {
  nextRevisions,
  record,
  writeOperations,
  type ChangeContext,
  type RecordChanges,
  type Revisions,
  type PolicyWrite,
} from './write.ts'

export interface AppliedChange {
  changed: readonly PolicyOperation[]
  revisions: Revisions
}

export interface PolicyChangesDeps {
  store: Pick<Store, 'transaction'>
  existing: ExistingDeps
  clock: Pick<Clock, 'now'>
  recordChanges: RecordChanges
  /** Called after the commit of a change. */
  onChanged?(subjects: readonly Subject[]): void
}

export function createPolicyChanges(deps: PolicyChangesDeps) {
  const changing = createChanging(deps)

  const change = async (
    context: ChangeContext,
    given: readonly PolicyOperation[],
    { expected = {}, dryRun = false }: { expected?: Revisions; dryRun?: boolean } = {},
  ): Promise<Result<AppliedChange, PolicyRefusal>> => {
    const operations = normalOperations(given, deps.clock.now())
    if (!operations.ok) return operations
    const hubs = operations.value.map(({ hub }) => hub)
    const subjects = operations.value.map(({ subject }) => subject)
    const existing = await readExisting(deps.existing, operations.value)
    return changing(context, { hubs, subjects, dryRun }, async (facts, writing) => {
      const judged = judgeChange({ ...facts, existing }, context.actor, operations.value)
      if (!judged.ok) return judged
      const conflict = conflictOf(facts.policies, expected)
      if (conflict) return refused(conflict)
      const written = dryRun ? {} : await writeOperations(writing, judged.value, facts.grants)
      return accepted({
        changed: judged.value,
        revisions: { ...revisionsOf(facts.policies, hubs), ...written },
      })
    })
  }

  return {
    change,

    async block(context: ChangeContext, text: string): Promise<Result<AppliedChange, PolicyRefusal>> {
      const subject = accountSubject(text)
      if (subject === null) return refused(NOT_AN_ACCOUNT)
      return changing(context, { hubs: [], subjects: [subject] }, async (facts, writing) => {
        const hindrance = hindranceOfRemoving(facts, context, subject)
        if (hindrance) return refused(hindrance)
        if (facts.blocked.has(subject)) return accepted({ changed: [], revisions: {} })
        const { tx, clock } = writing
        await tx
          .insertInto('access_blocks')
          .values({ subject, blocked_by: actorName(context.actor), blocked_at_ms: clock.now() })
          .execute()
        const removed = await revokeEverything(writing, subject)
        const own =
          removed.revisions[ORGANIZATION] ?? (await nextRevisions(tx, [ORGANIZATION]))[ORGANIZATION]!
        const revisions = { ...removed.revisions, [ORGANIZATION]: own }
        await record(writing, [{ action: 'block', subject, before: false, after: true, revision: own }])
        return accepted({ changed: removed.changed, revisions })
      })
    },

    /** Does not restore earlier grants. */
    async unblock(context: ChangeContext, text: string): Promise<Result<AppliedChange, PolicyRefusal>> {
      const subject = accountSubject(text)
      if (subject === null) return refused(NOT_AN_ACCOUNT)
      return changing(context, { hubs: [], subjects: [subject] }, async (facts, writing) => {
        if (!isOrganizationAdmin(facts, context.actor)) return refused(NEEDS_ORGANIZATION_ADMIN)
        if (!facts.blocked.has(subject)) return accepted({ changed: [], revisions: {} })
        await writing.tx.deleteFrom('access_blocks').where('subject', '=', subject).execute()
        const revisions = await nextRevisions(writing.tx, [ORGANIZATION])
        const revision = revisions[ORGANIZATION]!
        await record(writing, [{ action: 'unblock', subject, before: true, after: false, revision }])
        return accepted({ changed: [], revisions })
      })
    },

    /**
     * Organization administrators may remove any subject, other people only themselves. Keeps a block, so that a new
     * account with the same e-mail is also blocked.
     */
    async removeSubject(context: ChangeContext, text: string): Promise<Result<AppliedChange, PolicyRefusal>> {
      const subject = accountSubject(text)
      if (subject === null) return refused(NOT_AN_ACCOUNT)
      return changing(context, { hubs: [], subjects: [subject] }, async (facts, writing) => {
        const { actor } = context
        const isOwn = 'subject' in actor && actor.subject === subject
        const hindrance = isOwn
          ? hindranceOfLeaving(facts, subject)
          : hindranceOfRemoving(facts, context, subject)
        return hindrance ? refused(hindrance) : accepted(await revokeEverything(writing, subject))
      })
    },
  }
}

const createChanging =
  (deps: PolicyChangesDeps) =>
  async (
    context: ChangeContext,
    about: { hubs: readonly string[]; subjects: readonly Subject[]; dryRun?: boolean },
    work: (facts: ChangeFacts, writing: PolicyWrite) => Promise<Result<AppliedChange, PolicyRefusal>>,
  ): Promise<Result<AppliedChange, PolicyRefusal>> => {
    const done = await deps.store.transaction(async (tx) => {
      const { clock, recordChanges } = deps
      const policies = await lockWithoutExpired({ tx, clock, recordChanges }, about.hubs)
      const { actor } = context
      const subjects = 'system' in actor ? about.subjects : [...about.subjects, actor.subject]
      const facts = await readChangeFacts(tx, policies, { ...about, subjects, now: clock.now() })
      return work(facts, { tx, context, clock, recordChanges })
    })
    if (done.ok && !about.dryRun) deps.onChanged?.(about.subjects)
    return done
  }

const conflictOf = (policies: ReadonlyMap<string, HubPolicy>, expected: Revisions): PolicyRefusal | null => {
  for (const [hub, revision] of Object.entries(expected)) {
    const current = policies.get(hub)?.revision
    if (current !== undefined && current !== revision)
      return { code: 'revision_conflict', hub, expected: revision, current }
  }
  return null
}

const revisionsOf = (policies: ReadonlyMap<string, HubPolicy>, hubs: readonly string[]): Revisions =>
  Object.fromEntries(hubs.map((hub) => [hub, policies.get(hub)!.revision]))

const accountSubject = (text: string): Subject | null => {
  const subject = parseSubject(text)
  return subject === EVERYONE ? null : subject
}

const NOT_AN_ACCOUNT: PolicyRefusal = {
  code: 'invalid',
  field: 'subject',
  message: 'Expected an e-mail address or svc:<name>.',
}
const NEEDS_ORGANIZATION_ADMIN: PolicyRefusal = { code: 'forbidden', reason: 'organization_admin_only' }

const hindranceOfRemoving = (
  facts: ChangeFacts,
  { actor }: ChangeContext,
  subject: Subject,
): PolicyRefusal | null => {
  if (!isOrganizationAdmin(facts, actor)) return NEEDS_ORGANIZATION_ADMIN
  return hindranceOfLeaving(facts, subject)
}

const hindranceOfLeaving = (facts: ChangeFacts, subject: Subject): PolicyRefusal | null => {
  const { organizationAdmins } = facts
  return organizationAdmins.has(subject) && organizationAdmins.size === 1 ? { code: 'last_admin' } : null
}

async function revokeEverything(writing: PolicyWrite, subject: Subject): Promise<AppliedChange> {
  const grants = await readGrants(writing.tx, { subjects: [subject] })
  const changed = grants.map(revocationOf)
  await lockHubsOf(writing.tx, changed)
  return { changed, revisions: await writeOperations(writing, changed, grants) }
}
