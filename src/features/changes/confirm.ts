import { USE_HUB } from '#core/access/permission.ts'
import type { Revisions } from '#core/access/write.ts'
import { DRAINING } from '#ground/instances/instances.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { ofAccess, changeRefusal, type ChangeRequestsDeps, type ChangeRefusal } from './deps.ts'
import { STALE } from './expired-requests.ts'
import { presentHash } from './held-grants.ts'
import { accessOperation, callOf, plannedAccount, grantChanges } from './plan.ts'
import { isWithdrawn, type ChangeRequest, type createChangeRequests } from './requests.ts'

export interface Confirmation {
  planHash: string
  /** First password of a proposed account. The Hub passes it to the web chat and does not store it. */
  password?: string | undefined
}

type Confirming = ChangeRequestsDeps & { requests: ReturnType<typeof createChangeRequests> }

/** Applies all operations or none, in a transaction that fails if the policy's revision has changed. */
export async function confirmRequest(
  deps: Confirming,
  request: ChangeRequest,
  confirmation: Confirmation,
): Promise<Result<void, ChangeRefusal>> {
  const hindrance = await hindranceOf(deps, request, confirmation)
  if (hindrance) return refused(hindrance)
  if (request.state === 'confirmed' && request.result?.outcome === 'applied') return accepted(undefined)
  if (request.kind === 'tool_call') return releaseCall(deps, request)
  if (request.state === 'proposed') {
    const at = deps.clock.now()
    const isOurs = await deps.requests.move(request.id, { from: 'proposed', to: 'confirmed', at })
    if (!isOurs) return changeRefusal('stale_plan', 'Another request decided this change request just now.')
  }
  return request.kind === 'access' ? applyAccess(deps, request) : applyAccount(deps, request, confirmation)
}

async function releaseCall(
  { access, requests, clock, notifyOfCall, isDraining }: Confirming,
  request: ChangeRequest,
): Promise<Result<void, ChangeRefusal>> {
  if (request.state === 'proposed') {
    if (await isDraining()) return changeRefusal('draining', DRAINING)
    const lost = await lostPermission(access, request)
    if (lost !== null) return changeRefusal('forbidden', lost)
  }
  if (request.state === 'proposed' && !(await requests.releaseCall(request.id, clock.now())))
    return changeRefusal('stale_plan', 'Another request decided this change request just now.')
  notifyOfCall(request.hub)
  return accepted(undefined)
}

async function lostPermission(
  { decide }: Pick<ChangeRequestsDeps['access'], 'decide'>,
  { proposer, hub, operations }: ChangeRequest,
): Promise<string | null> {
  for (const permission of [USE_HUB, ...(callOf(operations)?.permissions ?? [])])
    if (!(await decide({ email: proposer }, hub, permission)).allowed)
      return `You do not have the permission ${permission} on this Hub any more, so the call was not run. Ask an administrator for the permission, or reject this request.`
  return null
}

async function hindranceOf(
  { access, requests }: Confirming,
  request: ChangeRequest,
  { planHash: given, password }: Confirmation,
): Promise<ChangeRefusal | null> {
  const stale = (detail: string): ChangeRefusal => ({ code: 'stale_plan', detail })
  if (request.kind === 'question')
    return { code: 'invalid', detail: 'This change request is a question. Answer the question instead.' }
  if (given !== request.planHash)
    return stale('This is not the plan that was proposed. Read the change request again.')
  if (request.state === 'expired')
    return {
      code: 'expired',
      detail: isWithdrawn(request)
        ? request.result.detail
        : 'This change request has expired. Propose the change again.',
    }
  if (request.state === 'rejected') return stale('This change request was rejected.')
  if (request.state === 'stale') return stale(STALE)
  const account = plannedAccount(request.operations)
  const isUndone = request.result?.outcome !== 'applied' && request.result?.outcome !== 'partial'
  if (account && isUndone && (account.sign_in === 'password') !== (password !== undefined))
    return {
      code: 'invalid',
      detail:
        account.sign_in === 'password'
          ? 'password: is missing; the account needs a first password.'
          : 'password: this account signs in through an identity provider and gets none.',
    }
  if (request.state === 'proposed' && (await presentHash(access, request)) !== request.planHash) {
    const result = { outcome: 'stale', detail: STALE } as const
    await requests.move(request.id, { from: 'proposed', to: 'stale', at: null, result })
    return stale(STALE)
  }
  return null
}

const MAX_ATTEMPTS = 8

/**
 * 1. Reads the policy's revision, then compares the hash of the plan with the present grants.
 * 2. Applies the plan in a transaction that fails if the revision has changed meanwhile.
 * 3. If the revision has changed, starts again: perhaps only grants outside the plan were changed.
 */
async function applyUnchanged(
  deps: Confirming,
  request: ChangeRequest,
  apply: (expected: Revisions) => Promise<Result<unknown, ChangeRefusal>>,
): Promise<Result<void, ChangeRefusal>> {
  const conflict: ChangeRefusal = { code: 'revision_conflict', detail: STALE }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const revision = await deps.access.revision(request.hub)
    if ((await presentHash(deps.access, request)) !== request.planHash) break
    const applied = await apply(revision === null ? {} : { [request.hub]: revision })
    if (applied.ok) return settle(deps, request)
    if (applied.refusal.code !== 'revision_conflict') return fail(deps, request, applied.refusal)
  }
  return fail(deps, request, conflict)
}

const applyAccess = (deps: Confirming, request: ChangeRequest): Promise<Result<void, ChangeRefusal>> =>
  applyUnchanged(deps, request, async (expected) => {
    const applied = await deps.access.applyAll(
      { actor: { subject: request.proposer }, request: request.id, reason: 'change request' },
      grantChanges(request.operations).map(accessOperation),
      expected,
    )
    return applied.ok ? applied : refused(ofAccess(applied.refusal))
  })

async function applyAccount(
  deps: Confirming,
  request: ChangeRequest,
  { password }: Confirmation,
): Promise<Result<void, ChangeRefusal>> {
  const { email, name, sign_in } = plannedAccount(request.operations)!
  const create = (expected: Revisions | null) =>
    deps.createAccount(
      { email: request.proposer, requestId: request.id },
      {
        email,
        name,
        sign_in,
        ...(sign_in === 'password' && { password: password ?? deps.newId() }),
        grants: grantChanges(request.operations).map(({ hub, permission, expires_at }) => ({
          hub,
          permission,
          expires_at,
        })),
        ...(expected && { expectedRevisions: expected }),
      },
    )
  if (request.result?.outcome !== 'partial') return applyUnchanged(deps, request, create)
  const created = await create(null)
  return created.ok ? settle(deps, request) : fail(deps, request, created.refusal)
}

async function wasApplied({ accessChanges }: Confirming, request: ChangeRequest): Promise<boolean> {
  const { proposer: actor, hub, createdAt: since } = request
  for await (const change of accessChanges.stream({ actor, hub, since }))
    if (change.request === request.id) return true
  return false
}

async function settle({ requests, clock, scheduleWebChatSync }: Confirming, request: ChangeRequest) {
  scheduleWebChatSync()
  await requests.move(request.id, {
    from: 'confirmed',
    to: 'confirmed',
    at: request.decidedAt ?? clock.now(),
    result: { outcome: 'applied', detail: request.summary },
  })
  return accepted(undefined)
}

async function fail(
  deps: Confirming,
  request: ChangeRequest,
  refusal: ChangeRefusal,
): Promise<Result<void, ChangeRefusal>> {
  if (await wasApplied(deps, request)) return settle(deps, request)
  const { requests, clock, scheduleWebChatSync } = deps
  const at = clock.now()
  const { id } = request
  switch (refusal.code) {
    case 'revision_conflict': {
      const result = { outcome: 'stale', detail: STALE } as const
      await requests.move(id, { from: 'confirmed', to: 'stale', at, result })
      return changeRefusal('stale_plan', STALE)
    }
    case 'duplicate_email': {
      const result = { outcome: 'refused', detail: refusal.detail } as const
      await requests.move(id, { from: 'confirmed', to: 'stale', at, result })
      return refused(refusal)
    }
    case 'partial': {
      scheduleWebChatSync()
      const result = { outcome: 'partial', detail: refusal.detail } as const
      await requests.move(id, { from: 'confirmed', to: 'confirmed', at, result })
      return refused(refusal)
    }
    default:
      if (request.result?.outcome !== 'partial')
        await requests.move(id, { from: 'confirmed', to: 'proposed', at: null })
      return refused(refusal)
  }
}
