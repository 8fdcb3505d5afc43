import { unwrap } from '#ground/api/errors.ts'
import type { ConsoleApp, ConsoleCaller } from '#ground/api/route.ts'
import type { ErrorCode } from '#ground/api/schema.ts'
import type { Result } from '#ground/base/result.ts'
import type { Applied } from '../changes.ts'
import { describeRefusal, type Refusal } from '../refusal.ts'
import { ApplyRequest, Changed, GrantRequest, RevokeRequest } from '../schema.ts'
import { subjectOf } from './scope.ts'
import type { AccessRoutesDeps } from './deps.ts'

const REFUSALS: readonly ErrorCode[] = [
  'outside_ceiling',
  'not_found',
  'legacy',
  'revision_conflict',
  'last_admin',
  'everyone_refused',
]

/** Give and take permissions. The rules are `access/change.ts`; what they refuse changes nothing. */
export function changeRoutes(app: ConsoleApp, { access, onChange }: AccessRoutesDeps): void {
  const answer = async (
    { subject: text, hub }: { subject: string; hub: string },
    result: Result<Applied, Refusal>,
  ): Promise<Changed> => {
    const { changed, revisions } = unwrap(result, describeRefusal)
    if (changed.length > 0) onChange()
    const subject = subjectOf(text)
    const effective = await access.effective(subject, hub)
    const direct = effective.filter(({ grant }) => grant.hub === hub && grant.subject === subject)
    return {
      subject,
      hub,
      policy_revision: revisions[hub]!,
      changed: changed.length,
      direct: direct.map(({ permission }) => permission),
    }
  }
  const shared = { level: 'admin', answer: Changed, refusals: REFUSALS } as const
  app.post(
    '/access/grant',
    { ...shared, summary: 'Give one permission', body: GrantRequest },
    async ({ caller, body, requestId }) =>
      answer(body, await access.grant(contextOf(caller, requestId), withExpected(body))),
  )
  app.post(
    '/access/revoke',
    { ...shared, summary: 'Take one permission', body: RevokeRequest },
    async ({ caller, body, requestId }) =>
      answer(body, await access.revoke(contextOf(caller, requestId), withExpected(body))),
  )
  app.post(
    '/access/apply',
    {
      ...shared,
      summary: 'Give and take several permissions of one person on one Hub, all or none',
      body: ApplyRequest,
    },
    async ({ caller, body, requestId }) =>
      answer(body, await access.apply(contextOf(caller, requestId), withExpected(body))),
  )
}

/** Who asked for a change, for its record. */
export const contextOf = ({ email }: ConsoleCaller, request: string) => ({
  actor: { subject: email },
  request,
})

const withExpected = <Body extends { expected_revision?: number | undefined }>({
  expected_revision,
  ...body
}: Body) => (expected_revision === undefined ? body : { ...body, expectedRevision: expected_revision })
