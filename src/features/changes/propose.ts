import { EVERYONE, isPerson, parseSubject } from '#core/access/subject.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { ofAccess, changeRefusal, type ChangeRequestsDeps, type ChangeRefusal } from './deps.ts'
import { accessOperation, diffOf, grantChanges, summaryOf, type RequestPlan } from './plan.ts'
import { ownGrants, presentHash } from './held-grants.ts'
import { closeLapsed } from './expired-requests.ts'
import type { ChangeRequest, createChangeRequests } from './requests.ts'
import type { ChangeOperation } from './schema.ts'

export interface AccessProposal {
  subject: string
  hub: string
  operations: readonly { action: 'grant' | 'revoke'; permission: string; expires_at?: string | undefined }[]
}

export interface AccountProposal {
  email: string
  name: string
  sign_in: 'password' | 'idp'
  hub: string
  permissions: readonly string[]
}

export const LIFETIME_MS = 24 * 60 * 60 * 1000
export const MAX_OPEN_REQUESTS = 50

export type Proposing = ChangeRequestsDeps & { requests: ReturnType<typeof createChangeRequests> }

export async function proposeAccess(
  deps: Proposing,
  proposer: string,
  { subject: text, hub, operations }: AccessProposal,
): Promise<Result<ChangeRequest, ChangeRefusal>> {
  const subject = parseSubject(text)
  if (subject === null) return changeRefusal('invalid', 'subject: expected an e-mail address or svc:<name>.')
  const changes = operations.map((operation): ChangeOperation => ({ ...operation, subject, hub }))
  return propose(deps, subject, { hub, kind: 'access', proposer, operations: changes })
}

export async function proposeAccount(
  deps: Proposing,
  proposer: string,
  { email, name, sign_in, hub, permissions }: AccountProposal,
): Promise<Result<ChangeRequest, ChangeRefusal>> {
  const subject = parseSubject(email)
  if (subject === null || subject === EVERYONE || !isPerson(subject))
    return changeRefusal('invalid', 'email: expected an e-mail address.')
  const grants = [...new Set(permissions)].map((permission): ChangeOperation => ({
    action: 'grant',
    subject,
    hub,
    permission,
  }))
  return propose(deps, subject, {
    hub,
    kind: 'account',
    proposer,
    operations: [{ action: 'create_account', email: subject, name: name.trim(), sign_in }, ...grants],
  })
}

async function propose(
  deps: Proposing,
  subject: string,
  proposed: RequestPlan,
): Promise<Result<ChangeRequest, ChangeRefusal>> {
  await closeLapsed(deps, proposed.proposer)
  const refusal = await countRefusal(deps, proposed.proposer)
  if (refusal) return refusal
  const prepared = await prepare(deps, subject, proposed)
  if (prepared.ok) await deps.requests.add(prepared.value)
  return prepared
}

export const countRefusal = async ({ requests }: Proposing, proposer: string) =>
  (await requests.countOpen(proposer)) < MAX_OPEN_REQUESTS
    ? null
    : changeRefusal(
        'rate_limited',
        `You have ${MAX_OPEN_REQUESTS} open change requests. Decide some of them first.`,
      )

/** Checks whether the proposer may make these changes. Stores nothing. */
export async function prepare(
  deps: Proposing,
  subject: string,
  proposed: RequestPlan,
): Promise<Result<ChangeRequest, ChangeRefusal>> {
  const { access, clock } = deps
  const { proposer } = proposed
  const now = clock.now()
  const changes = grantChanges(proposed.operations)
  const judged = await access.preview({ actor: { subject: proposer } }, changes.map(accessOperation))
  if (!judged.ok) return refused(ofAccess(judged.refusal))
  const isChange = (operation: ChangeOperation) =>
    proposed.kind === 'account' ||
    judged.value.changed.some(
      ({ action, permission }) =>
        'permission' in operation && action === operation.action && permission === operation.permission,
    )
  const operations = proposed.operations.filter(isChange)
  if (operations.length === 0)
    return changeRefusal('invalid', 'Nothing would change: the person has this access already.')

  const plan: RequestPlan = { ...proposed, operations }
  const held = (await ownGrants(access, subject, plan.hub)).map(({ permission }) => permission)
  return accepted({
    ...plan,
    id: deps.newId(),
    summary: summaryOf(plan, await deps.wordsOf(plan.hub)),
    diff: [diffOf({ subject, hub: plan.hub }, held, operations)],
    policyRevision: judged.value.revisions[plan.hub]!,
    planHash: await presentHash(access, plan),
    state: 'proposed',
    createdAt: now,
    expiresAt: now + LIFETIME_MS,
    decidedAt: null,
    result: null,
  })
}
