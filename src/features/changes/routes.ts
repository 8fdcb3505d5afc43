import { Refused, unwrap } from '#ground/api/errors.ts'
import type { ConsoleFeature } from '#ground/api/route.ts'
import type { Result } from '#ground/base/result.ts'
import type { Changes } from './changes.ts'
import type { Refusal } from './deps.ts'
import { accountOf } from './plan.ts'
import type { ChangeRequest } from './requests.ts'
import {
  ChangeRequestPage,
  ChangeRequestParams,
  ChangeRequestQuery,
  ChangeRequestView,
  ConfirmRequest,
} from './schema.ts'

/** The Console API's part on change requests. Everybody sees and decides on their own only. */
export const changesFeature = (changes: Changes): ConsoleFeature => ({
  name: 'Change requests',
  routes(app) {
    const level = 'person'
    const params = ChangeRequestParams
    const answer = ChangeRequestView
    app.get(
      '/change-requests',
      {
        summary: 'Your change requests, newest first',
        level,
        query: ChangeRequestQuery,
        answer: ChangeRequestPage,
      },
      async ({ caller, query: { state, limit, offset } }) => {
        const { items, total } = await changes.list({ proposer: caller.email, state }, { limit, offset })
        return { items: items.map(requestView), total, offset, limit }
      },
    )
    app.get(
      '/change-requests/:id',
      { summary: 'One of your change requests', level, params, answer, refusals: ['not_found'] },
      async ({ caller, params: { id } }) => requestView(answered(await changes.find(id, caller.email))),
    )
    app.post(
      '/change-requests/:id/confirm',
      {
        summary: 'Apply one of your change requests exactly as proposed',
        level,
        params,
        body: ConfirmRequest,
        answer,
        refusals: [
          'not_found',
          'stale_plan',
          'expired',
          'outside_ceiling',
          'legacy',
          'last_admin',
          'duplicate_email',
          'partial',
          'chatapp_unavailable',
        ],
      },
      async ({ caller, params: { id }, body }) => {
        // A program with the person's key could otherwise confirm what it made an agent propose.
        if (caller.via !== 'session')
          throw new Refused('forbidden', 'Confirm in the Console: an API key can’t confirm a change request.')
        const confirmation = { planHash: body.plan_hash, password: body.password }
        return requestView(answered(await changes.confirm(caller.email, id, confirmation)))
      },
    )
    app.post(
      '/change-requests/:id/reject',
      {
        summary: 'Close one of your change requests unapplied',
        level,
        params,
        answer,
        refusals: ['not_found', 'stale_plan', 'expired'],
      },
      async ({ caller, params: { id } }) => requestView(answered(await changes.reject(caller.email, id))),
    )
  },
})

const answered = <T>(result: Result<T, Refusal>): T => unwrap(result, ({ detail }) => detail)

const requestView = (request: ChangeRequest): ChangeRequestView => ({
  id: request.id,
  hub: request.hub,
  proposer: request.proposer,
  kind: request.kind,
  operations: [...request.operations],
  summary: request.summary,
  diff: request.diff,
  policy_revision: request.policyRevision,
  plan_hash: request.planHash,
  state: request.state,
  needs_password: needsPassword(request),
  created_at: new Date(request.createdAt).toISOString(),
  expires_at: new Date(request.expiresAt).toISOString(),
  decided_at: request.decidedAt === null ? null : new Date(request.decidedAt).toISOString(),
  result: request.result,
})

/** Also when a confirmation was cut off before anybody knew whether there is an account. */
const needsPassword = ({ state, result, operations }: ChangeRequest): boolean =>
  (state === 'proposed' || (state === 'confirmed' && result === null)) &&
  accountOf(operations)?.sign_in === 'password'
