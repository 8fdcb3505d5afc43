import type { Clock } from '#ground/base/clock.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import { isOrganizationAdmin, type PolicyOperation } from './change.ts'
import { lockWithoutExpired } from './expired-grants.ts'
import { MANAGE_ACCESS, ORGANIZATION, USE_HUB } from './permission.ts'
import type { AccessMode, HubPolicy } from './policy.ts'
import { lockPolicies, policyOf, readChangeFacts } from './read.ts'
import type { PolicyRefusal } from './refusal.ts'
import { isPerson, parseSubject, type Subject } from './subject.ts'
import { nextRevisions, record, writeOperations, type ChangeContext, type RecordChanges } from './write.ts'

export interface AccessHubsDeps {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Pick<Clock, 'now'>
  recordChanges: RecordChanges
  mayBootstrap?: ((email: string) => Promise<boolean>) | undefined
}

export interface MovedHub {
  changed: boolean
  revision: number
  imported: number
  /** Members that got no grant, because they are blocked or not an e-mail address. */
  skipped: readonly string[]
}

const BOOTSTRAP: ChangeContext = { actor: { system: 'bootstrap' } }

export const createHubs = (deps: AccessHubsDeps) => ({
  register: async (hub: string, mode: AccessMode): Promise<HubPolicy> =>
    (await readPolicy(deps.store.db, hub)) ?? register(deps, hub, mode),

  manage: (context: ChangeContext, hub: string, { members }: { members: readonly string[] }) =>
    move(deps, context, { hub, mode: 'console', members }),

  /** The Hub's grants remain stored but have no effect. */
  unmanage: (context: ChangeContext, hub: string) =>
    move(deps, context, { hub, mode: 'groups', members: [] }),

  async list(): Promise<HubPolicy[]> {
    const rows = await deps.store.db
      .selectFrom('access_policies')
      .select(['hub', 'mode', 'revision'])
      .where('hub', '!=', ORGANIZATION)
      .orderBy('hub')
      .execute()
    return rows.map(policyOf)
  },

  isAdministered: createIsAdministered(deps.store.db),

  /**
   * Does nothing if the organization has or once had an administrator.
   * @returns True if this call made the person administrator.
   */
  async bootstrap(email: string): Promise<boolean> {
    const subject = parseSubject(email)
    if (subject === null || !isPerson(subject)) return false
    if (await isAdministered(deps.store.db)) return false
    return ((await deps.mayBootstrap?.(email)) ?? true) && bootstrap(deps, subject)
  },
})

type Reader = Pick<Store['db'], 'selectFrom'>

async function readPolicy(db: Reader, hub: string): Promise<HubPolicy | undefined> {
  const row = await db
    .selectFrom('access_policies')
    .select(['hub', 'mode', 'revision'])
    .where('hub', '=', hub)
    .executeTakeFirst()
  return row && policyOf(row)
}

const register = (
  { store, clock, recordChanges }: AccessHubsDeps,
  hub: string,
  mode: AccessMode,
): Promise<HubPolicy> =>
  store.transaction(async (tx) => {
    await lockPolicies(tx, [])
    const known = await readPolicy(tx, hub)
    if (known) return known
    await tx
      .insertInto('access_policies')
      .values({ hub, mode, revision: 1, was_administered: 0, created_at_ms: clock.now() })
      .execute()
    const writing = { tx, context: BOOTSTRAP, clock, recordChanges }
    await record(writing, [{ action: 'register', hub, after: mode, revision: 1 }])
    return { hub, mode, revision: 1 }
  })

const move = (
  { store, clock, recordChanges }: AccessHubsDeps,
  context: ChangeContext,
  { hub, mode, members }: { hub: string; mode: AccessMode; members: readonly string[] },
): Promise<Result<MovedHub, PolicyRefusal>> =>
  store.transaction(async (tx) => {
    const writing = { tx, context, clock, recordChanges }
    const policies = await lockWithoutExpired(writing, [hub])
    const own = 'system' in context.actor ? [] : [context.actor.subject]
    const known = knownMembers(members)
    const asked = { hubs: [hub], subjects: [...own, ...known.subjects], now: clock.now() }
    const facts = await readChangeFacts(tx, policies, asked)
    if (!isOrganizationAdmin(facts, context.actor))
      return refused({ code: 'forbidden', reason: 'organization_admin_only' })
    const policy = policies.get(hub)
    if (!policy || hub === ORGANIZATION) return refused({ code: 'not_found', hub })
    if (policy.mode === mode)
      return accepted({ changed: false, revision: policy.revision, imported: 0, skipped: [] })

    await tx.updateTable('access_policies').set({ mode }).where('hub', '=', hub).execute()
    const blocked = known.subjects.filter((subject) => facts.blocked.has(subject))
    const having = new Set(
      facts.grants.filter((grant) => grant.hub === hub && grant.permission === USE_HUB).map((g) => g.subject),
    )
    const imports = known.subjects
      .filter((subject) => !facts.blocked.has(subject) && !having.has(subject))
      .map((subject): PolicyOperation => ({ action: 'grant', subject, hub, permission: USE_HUB }))
    const revisions =
      imports.length > 0 ? await writeOperations(writing, imports) : await nextRevisions(tx, [hub])
    const revision = revisions[hub]!
    const action = mode === 'console' ? 'manage' : 'unmanage'
    await record(writing, [{ action, hub, before: policy.mode, after: mode, revision }])
    const skipped = [...known.unusable, ...blocked]
    return accepted({ changed: true, revision, imported: imports.length, skipped })
  })

const bootstrap = ({ store, clock, recordChanges }: AccessHubsDeps, subject: Subject): Promise<boolean> =>
  store.transaction(async (tx) => {
    await lockPolicies(tx, [])
    if (await isAdministered(tx)) return false
    const rows = await tx.selectFrom('access_policies').select(['hub', 'mode']).orderBy('hub').execute()
    const hubs = rows
      .filter(({ hub, mode }) => hub !== ORGANIZATION && mode === 'console')
      .map((row) => row.hub)
    const policies = await lockWithoutExpired({ tx, clock, recordChanges }, hubs)
    const facts = await readChangeFacts(tx, policies, { hubs, subjects: [subject], now: clock.now() })
    if (facts.blocked.has(subject)) return false
    const having = new Set(
      facts.grants.filter((g) => g.subject === subject).map((g) => `${g.hub} ${g.permission}`),
    )
    const operations = [
      { hub: ORGANIZATION, permission: MANAGE_ACCESS },
      ...hubs.map((hub) => ({ hub, permission: USE_HUB })),
    ]
      .filter(({ hub, permission }) => !having.has(`${hub} ${permission}`))
      .map((operation): PolicyOperation => ({ ...operation, action: 'grant', subject }))
    const context = { ...BOOTSTRAP, reason: 'first web chat administrator' }
    await writeOperations({ tx, context, clock, recordChanges }, operations)
    return true
  })

function createIsAdministered(db: Reader): () => Promise<boolean> {
  let wasSo = false
  return async () => (wasSo ||= await isAdministered(db))
}

const isAdministered = async (db: Reader): Promise<boolean> => {
  const { was_administered } = await db
    .selectFrom('access_policies')
    .select('was_administered')
    .where('hub', '=', ORGANIZATION)
    .executeTakeFirstOrThrow()
  return was_administered === 1
}

function knownMembers(members: readonly string[]): { subjects: Subject[]; unusable: string[] } {
  const subjects = new Set<Subject>()
  const unusable: string[] = []
  for (const member of members) {
    const subject = parseSubject(member)
    if (subject !== null && isPerson(subject)) subjects.add(subject)
    else unusable.push(member)
  }
  return { subjects: [...subjects], unusable }
}
