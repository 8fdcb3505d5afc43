import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import { createPolicyChanges, type AppliedChange, type PolicyChangesDeps } from './changes.ts'
import type { PolicyOperation } from './change.ts'
import { createDecisions } from './decisions.ts'
import { createIdle, knownPermissions, type ExistingDeps } from './existing-permissions.ts'
import { createExpiryRemoval } from './expired-grants.ts'
import { createHolders } from './holders.ts'
import { createHubs } from './hubs.ts'
import {
  findBlocked,
  everyoneGrants,
  readAccessList,
  streamAccess,
  streamGrants,
  type AccessFilter,
  type AccessQuery,
} from './lists.ts'
import { createCounts } from './overview.ts'
import type { Permission } from './permission.ts'
import { readOrganizationAdmins } from './read.ts'
import type { PolicyRefusal } from './refusal.ts'
import { createSnapshots } from './snapshots.ts'
import type { Subject } from './subject.ts'
import type { ChangeContext, Revisions } from './write.ts'

export interface AccessDeps {
  store: Pick<Store, 'db' | 'slowReads' | 'transaction'>
  changes: Pick<AccessChanges, 'append'>
  clock: Pick<Clock, 'now'>
  capabilitiesOf?: ExistingDeps['capabilitiesOf']
  onChanged?: PolicyChangesDeps['onChanged']
  /** The first web chat administrator whose access is checked becomes the organization's first administrator. */
  isChatAdministrator?(email: string): Promise<boolean>
  /** Default: each web chat administrator may become the first organization administrator. */
  mayBootstrap?(email: string): Promise<boolean>
}

export interface AccessGrantRequest {
  subject: string
  /** Slug, or `*` for the organization. */
  hub: string
  permission: Permission
  /** Null or absent: the grant is permanent. */
  expiresAt?: EpochMs | null
  /** If the Hub's policy has another revision, the change is refused with `revision_conflict`. */
  expectedRevision?: number
}

export interface ApplyRequest extends Omit<AccessGrantRequest, 'permission' | 'expiresAt'> {
  operations: readonly Pick<PolicyOperation, 'action' | 'permission' | 'expiresAt'>[]
}

export type Access = ReturnType<typeof createAccess>

/**
 * Each decision reads the database, so a change applies to the next decision of every process. All methods reject if
 * the database fails; callers then deny access.
 */
export function createAccess({ store, changes, clock, capabilitiesOf, ...hooks }: AccessDeps) {
  const existing = { db: store.db, capabilitiesOf }
  const deps = { store, clock, existing, recordChanges: changes.append, ...hooks }
  const snapshots = createSnapshots(store)
  const { change, block, unblock, removeSubject } = createPolicyChanges(deps)
  const { register, manage, unmanage, bootstrap, isAdministered, list: listHubs } = createHubs(deps)

  const decisions = createDecisions({ snapshots, listHubs, clock })
  const removeExpired = createExpiryRemoval(deps)
  const counts = createCounts(store)
  const holders = createHolders(store)

  return {
    ...decisions,
    decide: decideAfterFirst(decisions.decide, { ...hooks, isAdministered, bootstrap }),

    grant: (context: ChangeContext, request: AccessGrantRequest) =>
      change(context, [{ ...request, action: 'grant' }], expecting(request)),
    revoke: (context: ChangeContext, request: Omit<AccessGrantRequest, 'expiresAt'>) =>
      change(context, [{ ...request, action: 'revoke' }], expecting(request)),
    apply: (context: ChangeContext, { operations, ...request }: ApplyRequest) =>
      change(
        context,
        operations.map((operation) => ({ ...request, ...operation })),
        expecting(request),
      ),
    applyAll: (
      context: ChangeContext,
      operations: readonly PolicyOperation[],
      expected: Revisions = {},
    ): Promise<Result<AppliedChange, PolicyRefusal>> => change(context, operations, { expected }),
    preview: (
      context: ChangeContext,
      operations: readonly PolicyOperation[],
      expected: Revisions = {},
    ): Promise<Result<AppliedChange, PolicyRefusal>> =>
      change(context, operations, { expected, dryRun: true }),

    block,
    unblock,
    removeSubject,
    register,
    manage,
    unmanage,
    bootstrap,

    organizationAdmins: async (): Promise<Subject[]> =>
      [...(await readOrganizationAdmins(store.db))].toSorted(),

    listHubs,
    removeExpired: removeExpired,
    async listAccess(query: AccessQuery) {
      await removeExpired()
      return readAccessList(store, query)
    },
    async *streamAccess(filter: AccessFilter) {
      await removeExpired()
      yield* streamAccess(store, filter)
    },
    everyone: (hubs: readonly string[]) => everyoneGrants(store, hubs),
    blockedAmong: (subjects: readonly Subject[]) => findBlocked(store, subjects),
    async counts(hubs: readonly string[] | null) {
      await removeExpired()
      return counts(hubs)
    },
    async holders(hubs: readonly string[]) {
      await removeExpired()
      return holders(hubs)
    },
    known: (hub: string): Promise<Permission[]> => knownPermissions(existing, hub),
    /** Granted permissions without effect: no tool of the Hub requires them any more. */
    idle: createIdle(existing),
    async *exportGrants(hub: string | null) {
      await removeExpired()
      yield* streamGrants(store, hub)
    },
    revision: async (hub: string): Promise<number | null> =>
      (await snapshots.get(null, hub)).hub?.revision ?? null,
  }
}

type Decide = ReturnType<typeof createDecisions>['decide']

const decideAfterFirst =
  (
    decide: Decide,
    {
      isChatAdministrator,
      isAdministered,
      bootstrap,
    }: Pick<AccessDeps, 'isChatAdministrator'> &
      Pick<ReturnType<typeof createHubs>, 'isAdministered' | 'bootstrap'>,
  ): Decide =>
  async (...asked) => {
    const decision = await decide(...asked)
    const { email } = asked[0]
    if (decision.allowed || email === null || !isChatAdministrator || (await isAdministered()))
      return decision
    const isFirst = (await isChatAdministrator(email)) && (await bootstrap(email))
    return isFirst ? decide(...asked) : decision
  }

const expecting = ({ hub, expectedRevision }: Pick<AccessGrantRequest, 'hub' | 'expectedRevision'>) =>
  expectedRevision === undefined ? {} : { expected: { [hub]: expectedRevision } }
