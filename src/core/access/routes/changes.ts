import type { ConsoleApp, ConsoleCaller } from '#ground/api/console-app.ts'
import { unwrap } from '#ground/api/errors.ts'
import type { Result } from '#ground/base/result.ts'
import type { AppliedChange } from '../changes.ts'
import { applyAccess, grantPermission, revokePermission } from '../contract.ts'
import { describePolicyRefusal, type PolicyRefusal } from '../refusal.ts'
import type { Changed } from '../schema.ts'
import { subjectOf } from './scope.ts'
import type { AccessRoutesDeps } from './deps.ts'

export function changeRoutes(app: ConsoleApp, { access, onChange }: AccessRoutesDeps): void {
  const answer = async (
    { subject: text, hub }: { subject: string; hub: string },
    result: Result<AppliedChange, PolicyRefusal>,
  ): Promise<Changed> => {
    const { changed, revisions } = unwrap(result, describePolicyRefusal)
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
  app.handle(grantPermission, async ({ caller, body, requestId }) =>
    answer(body, await access.grant(contextOf(caller, requestId), withExpected(ending(body)))),
  )
  app.handle(revokePermission, async ({ caller, body, requestId }) =>
    answer(body, await access.revoke(contextOf(caller, requestId), withExpected(body))),
  )
  app.handle(applyAccess, async ({ caller, body, requestId }) =>
    answer(
      body,
      await access.apply(
        contextOf(caller, requestId),
        withExpected({ ...body, operations: body.operations.map(ending) }),
      ),
    ),
  )
}

export const contextOf = ({ email }: ConsoleCaller, request: string) => ({
  actor: { subject: email },
  request,
})

const ending = <Given extends { expires_at?: string | undefined }>({ expires_at, ...given }: Given) => ({
  ...given,
  ...(expires_at !== undefined && { expiresAt: Date.parse(expires_at) }),
})

const withExpected = <Body extends { expected_revision?: number | undefined }>({
  expected_revision,
  ...body
}: Body) => (expected_revision === undefined ? body : { ...body, expectedRevision: expected_revision })
