import type { ConsoleFeature } from '#ground/api/console-app.ts'
import { ApiRefused, unwrap } from '#ground/api/errors.ts'
import { forBrowsers } from '#ground/base/json/plain.ts'
import type { ChangeRequests } from './changes.ts'
import {
  answerChangeRequest,
  confirmChangeRequest,
  editChangeRequest,
  listChangeRequests,
  proposeChangeAgain,
  readChangeRequest,
  rejectChangeRequest,
} from './contract.ts'
import { secretFieldsOf } from './call-facts.ts'
import { callOf, plannedAccount } from './plan.ts'
import type { ChangeRequest, ChangeResult } from './requests.ts'
import type { ChangeRequestView } from './schema.ts'

/** People see and decide only their own requests. */
export const changesFeature = (changes: ChangeRequests): ConsoleFeature => ({
  routes(app) {
    app.handle(listChangeRequests, async ({ caller, query: { state, limit, offset } }) => {
      const { items, total } = await changes.list({ proposer: caller.email, state }, { limit, offset })
      return { items: items.map(requestView), total, offset, limit }
    })
    app.handle(readChangeRequest, async ({ caller, params: { id } }) =>
      requestView(unwrap(await changes.find(id, caller.email))),
    )
    app.handle(confirmChangeRequest, async ({ caller, params: { id }, body }) => {
      checkSession(caller)
      const confirmation = { planHash: body.plan_hash, password: body.password }
      return requestView(unwrap(await changes.confirm(caller.email, id, confirmation)))
    })
    app.handle(proposeChangeAgain, async ({ caller, params: { id } }) =>
      requestView(unwrap(await changes.proposeAgain(caller.email, id))),
    )
    app.handle(editChangeRequest, async ({ caller, params: { id }, body }) => {
      checkSession(caller)
      return requestView(unwrap(await changes.edit(caller.email, id, body)))
    })
    app.handle(answerChangeRequest, async ({ caller, params: { id }, body }) => {
      checkSession(caller)
      const answered = unwrap(await changes.answer(caller.email, id, body))
      return 'problems' in answered
        ? { status: 'invalid' as const, problems: answered.problems }
        : { status: 'taken' as const, request: requestView(answered) }
    })
    app.handle(rejectChangeRequest, async ({ caller, params: { id }, body: { reason } }) =>
      requestView(unwrap(await changes.reject(caller.email, id, reason))),
    )
  },
})

/**
 * Only a browser session may confirm, edit or answer. Otherwise a program with the person's API key could confirm a change
 * that it made an agent propose.
 */
function checkSession({ via }: { via: string }): void {
  if (via !== 'session')
    throw new ApiRefused(
      'forbidden',
      'Decide in the web chat or the Console: an API key can’t confirm, edit or answer a change request.',
    )
}

const requestView = (request: ChangeRequest): ChangeRequestView => ({
  id: request.id,
  hub: request.hub,
  proposer: request.proposer,
  kind: request.kind,
  operations: forBrowsers(request.operations) as ChangeRequestView['operations'],
  summary: request.summary,
  diff: request.diff,
  policy_revision: request.policyRevision,
  plan_hash: request.planHash,
  state: request.state,
  needs_password: needsPassword(request),
  created_at: new Date(request.createdAt).toISOString(),
  expires_at: new Date(request.expiresAt).toISOString(),
  decided_at: request.decidedAt === null ? null : new Date(request.decidedAt).toISOString(),
  secret_fields: secretFields(request),
  next: request.result?.next ?? null,
  result: request.result && shownResult(request.result),
})

/** An interrupted confirmation also needs a password, because it may not have created the account. */
const needsPassword = ({ state, result, operations }: ChangeRequest): boolean =>
  (state === 'proposed' || (state === 'confirmed' && result === null)) &&
  plannedAccount(operations)?.sign_in === 'password'

function secretFields({ operations }: ChangeRequest): string[] {
  const call = callOf(operations)
  return call ? secretFieldsOf(call) : []
}

const shownResult = ({ next: _, call: _call, inMessage: _inMessage, ...shown }: ChangeResult) => shown
