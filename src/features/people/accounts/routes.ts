import type { ConsoleApp, ConsoleCaller } from '#ground/api/console-app.ts'
import { ApiRefused, unwrap } from '#ground/api/errors.ts'
import type { Result } from '#ground/base/result.ts'
import {
  approveAccount,
  createAccount,
  deleteAccount,
  deleteOwnAccount,
  grantToAccount,
  readAccount,
  listAccountIdentities,
  releaseAccountIdentity,
  resetFactors,
  setPassword,
  setRole,
  signOutAccount,
} from '../contract.ts'
import type { People } from '../people.ts'
import { accountView, identityView } from '../present.ts'
import { describePeopleRefusal, type PeopleRefusal } from '../refusal.ts'
import type { ChangeAuthor } from './deps.ts'

type Parts = Pick<People, 'accounts' | 'find' | 'scheduleWebChatSync'>

export function personAccountRoutes(app: ConsoleApp, people: Parts): void {
  givingRoutes(app, people)
  oneAccountRoutes(app, people)
}

function givingRoutes(app: ConsoleApp, { accounts, find, scheduleWebChatSync }: Parts): void {
  app.handle(createAccount, async (request) => {
    const account = answered(await accounts.create(askerOf(request), request.body))
    scheduleWebChatSync()
    return accountView(account)
  })
  app.handle(grantToAccount, async (request) => {
    const subject = answered(await accounts.grant(askerOf(request), request.body))
    scheduleWebChatSync()
    return (await find(request.caller, subject))!
  })
}

function oneAccountRoutes(app: ConsoleApp, { accounts, scheduleWebChatSync }: Parts): void {
  app.handle(readAccount, async (request) =>
    accountView(answered(await accounts.read(request.params.subject))),
  )
  app.handle(setPassword, async (request) => {
    const { subject } = request.params
    return accountView(
      answered(await accounts.resetPassword(askerOf(request), subject, request.body.password)),
    )
  })
  app.handle(signOutAccount, async (request) => ({
    subject: answered(await accounts.signOut(askerOf(request), request.params.subject)),
    signed_out: true as const,
  }))
  app.handle(resetFactors, async (request) => ({
    subject: answered(await accounts.resetFactors(askerOf(request), request.params.subject)),
    reset: true as const,
  }))
  app.handle(listAccountIdentities, async (request) => ({
    items: answered(await accounts.identities(request.params.subject)).map(identityView),
  }))
  app.handle(releaseAccountIdentity, async (request) => {
    const { subject } = request.params
    const released = await accounts.releaseIdentity(askerOf(request), { subject, ...request.body })
    return { subject: answered(released), released: true as const }
  })
  app.handle(approveAccount, async (request) => {
    const { subject } = request.params
    const account = answered(await accounts.approve(askerOf(request), subject, request.body.grants))
    if (request.body.grants.length > 0) scheduleWebChatSync()
    return accountView(account)
  })
  app.handle(setRole, async (request) => {
    const { subject } = request.params
    return accountView(answered(await accounts.setRole(askerOf(request), { subject, ...request.body })))
  })
  app.handle(deleteAccount, async (request) => {
    const { confirm_email: confirmEmail } = request.body
    const deletion = { subject: request.params.subject, confirmEmail }
    const subject = answered(await accounts.remove(askerOf(request), deletion))
    scheduleWebChatSync()
    return { subject, deleted: true as const }
  })
  app.handle(deleteOwnAccount, async (request) => {
    if (request.caller.via === 'key')
      throw new ApiRefused('forbidden', 'An API key can’t delete its owner’s account. Sign in to do this.')
    const subject = answered(await accounts.removeOwn(askerOf(request), request.body.confirm_email))
    scheduleWebChatSync()
    return { subject, deleted: true as const }
  })
}

const askerOf = ({ caller, requestId }: { caller: ConsoleCaller; requestId: string }): ChangeAuthor => ({
  email: caller.email,
  requestId,
})

const answered = <T>(result: Result<T, PeopleRefusal>): T => unwrap(result, describePeopleRefusal)
