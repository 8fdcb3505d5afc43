import { EVERYONE, isPerson, parseSubject } from '#core/access/subject.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { ofAccess, changeRefusal, type ChangeRequestsDeps, type ChangeRefusal } from './deps.ts'
import {
  accessOperation,
  plannedAccount,
  diffOf,
  grantChanges,
  planHash,
  summaryOf,
  type RequestPlan,
} from './plan.ts'
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

type Proposing = ChangeRequestsDeps & { requests: ReturnType<typeof createChangeRequests> }

export async function proposeAccess(
  deps: Proposing,
  proposer: string,
  { subject: text, hub, operations }: AccessProposal,
): Promise<Result<ChangeRequest, ChangeRefusal>> {
  const subject = parseSubject(text)
  if (subject === null) return changeRefusal('invalid', 'subject: expected an e-mail address or svc:<name>.')
  const changes = operations.map((operation): ChangeOperation => ({ ...operation, subject, hub }))
  return propose(deps, proposer, subject, { hub, kind: 'access', operations: changes })
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
  return propose(deps, proposer, subject, {
    hub,
    kind: 'account',
    operations: [{ action: 'create_account', email: subject, name: name.trim(), sign_in }, ...grants],
  })
}

export async function proposeAgain(
  deps: Proposing,
  request: ChangeRequest,
): Promise<Result<ChangeRequest, ChangeRefusal>> {
  const { state, kind, hub, operations, proposer } = request
  if (state !== 'stale' && state !== 'expired')
    return changeRefusal(
      'stale_plan',
      `This change request is ${state}; only what is out of date is proposed anew.`,
    )
  if (kind === 'tool_call') return changeRefusal('invalid', 'A call is proposed by the agent. Ask it again.')
  const account = plannedAccount(operations)
  const subject = account?.email ?? grantChanges(operations)[0]!.subject
  return propose(deps, proposer, subject, { hub, kind, operations })
}

async function propose(
  deps: Proposing,
  proposer: string,
  subject: string,
  proposed: Omit<RequestPlan, 'policyRevision'>,
): Promise<Result<ChangeRequest, ChangeRefusal>> {
  const { access, clock, requests } = deps
  const now = clock.now()
  await closeLapsed(deps, proposer)
  if ((await requests.countOpen(proposer)) >= MAX_OPEN_REQUESTS)
    return changeRefusal(
      'rate_limited',
      `You have ${MAX_OPEN_REQUESTS} open change requests. Decide some of them first.`,
    )

  const changes = grantChanges(proposed.operations)
  const judged = await access.preview({ actor: { subject: proposer } }, changes.map(accessOperation))
  if (!judged.ok) return refused(ofAccess(judged.refusal))
  // Keeps every grant of a new account, because a manager may create only accounts with access to the Hub.
  const isChange = (operation: ChangeOperation) =>
    proposed.kind === 'account' ||
    judged.value.changed.some(
      ({ action, permission }) =>
        'permission' in operation && action === operation.action && permission === operation.permission,
    )
  const operations = proposed.operations.filter(isChange)
  if (operations.length === 0)
    return changeRefusal('invalid', 'Nothing would change: the access is like that already.')

  const plan: RequestPlan = { ...proposed, operations, policyRevision: judged.value.revisions[proposed.hub]! }
  const held = (await access.effective(subject, plan.hub))
    .filter(({ reason }) => reason === 'direct' || (plan.hub === '*' && reason === 'organization'))
    .map(({ permission }) => permission)
  const request: ChangeRequest = {
    ...plan,
    id: deps.newId(),
    proposer,
    summary: summaryOf(plan, await deps.wordsOf(plan.hub)),
    diff: [diffOf({ subject, hub: plan.hub }, held, operations)],
    planHash: planHash(plan),
    state: 'proposed',
    createdAt: now,
    expiresAt: now + LIFETIME_MS,
    decidedAt: null,
    result: null,
  }
  await requests.add(request)
  return accepted(request)
}
