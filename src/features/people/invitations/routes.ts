import type { ConsoleApp, ConsoleCaller } from '#ground/api/console-app.ts'
import { unwrap } from '#ground/api/errors.ts'
import type { Result } from '#ground/base/result.ts'
import type { People } from '../people.ts'
import { describePeopleRefusal, type PeopleRefusal } from '../refusal.ts'
import {
  invitePeople,
  listInvitations,
  sendInvitationAgain,
  sendResetMail,
  withdrawInvitation,
} from './contract.ts'
import { inviteRefusalOf, type Inviter } from './invitations.ts'

export function invitationRoutes(
  app: ConsoleApp,
  { invitations, queueResetMail }: Pick<People, 'invitations' | 'queueResetMail'>,
): void {
  app.handle(listInvitations, async ({ caller, query: { offset, limit } }) => ({
    ...(await invitations.list(caller, { offset, limit })),
    offset,
    limit,
    problem: await invitations.problem(),
  }))
  app.handle(invitePeople, async (request) => {
    const results = answered(await invitations.invite(inviterOf(request), request.body))
    return {
      items: results.map(({ email, refusal }) => ({
        email,
        invited: refusal === null,
        code: refusal && inviteRefusalOf(refusal),
        detail: refusal && describePeopleRefusal(refusal),
      })),
    }
  })
  app.handle(sendInvitationAgain, async (request) =>
    answered(await invitations.again(inviterOf(request), request.params.email)),
  )
  app.handle(withdrawInvitation, async (request) => ({
    email: answered(await invitations.withdraw(inviterOf(request), request.params.email)),
    withdrawn: true as const,
  }))
  app.handle(sendResetMail, async (request) => {
    const wanted = { subject: request.params.subject, language: request.body.language }
    return { subject: answered(await queueResetMail(inviterOf(request), wanted)), queued: true as const }
  })
}

const inviterOf = ({ caller, requestId }: { caller: ConsoleCaller; requestId: string }): Inviter => ({
  email: caller.email,
  isOrganizationAdmin: caller.isOrganizationAdmin,
  requestId,
})

const answered = <T>(result: Result<T, PeopleRefusal>): T => unwrap(result, describePeopleRefusal)
