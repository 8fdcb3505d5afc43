import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { findInvitation, toInvitation } from '#ground/identity/account-links/invitations.ts'
import { findLink, useLink, type LinkRow } from '#ground/identity/account-links/links.ts'
import { queueMail } from '#ground/identity/account-links/outbox.ts'
import { findResettable, type ResettableAccount } from '#ground/identity/account-links/resettable.ts'
import type { AccountMailSender } from '#ground/identity/account-links/mails.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { acceptedLanguage, type Language } from '#ground/turn/language/language.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import type { Accounts } from '../accounts.ts'
import { checkEmail } from '../rules.ts'
import type { App } from '../sessions/app.ts'
import type { AttemptLimits } from '../sessions/attempt-limits.ts'
import type { Entry } from '../sessions/routes.ts'
import type { SignInMethods } from '../settings/routes.ts'
import { acceptInvitation, readAccountLink, requestResetMail, resetPassword } from './contract.ts'
import type { Joining } from './joining.ts'

export interface LinkRouteParts {
  store: Store
  clock: Clock
  accounts: Pick<Accounts, 'create' | 'update'>
  accountLinks: {
    mails: AccountMailSender
    recordReset(tx: Transaction<Tables>, reset: { email: string; request: string }): Promise<void>
  }
  joining: Joining
  attemptLimits: Pick<AttemptLimits, 'link' | 'resetMail'>
  signInMethods: Pick<SignInMethods, 'takesPasswords'>
  isBlocked(email: string): Promise<boolean>
  onSessionsEnded?: ((emails: readonly string[]) => void) | undefined
  events: Pick<ChatappEvents, 'signedUp' | 'passwordReset'>
}

/** Everybody may send these requests, so a request for a mail does the same work for every e-mail. */
export function linkRoutes(app: App, parts: LinkRouteParts, { start }: Entry): void {
  const { store, clock, attemptLimits: limits } = parts
  const { mails } = parts.accountLinks

  app.handle(requestResetMail, async ({ body, request, reply }) => {
    await refusePasswords(parts)
    if ((await mails.problem()) !== null) throw new ChatappRefused('mail_off')
    const email = unwrapChatapp(checkEmail(body.email))
    await limits.resetMail(request, email)
    await queueMail(store.db, { kind: 'reset', email, language: languageOf(body, request) }, clock.now())
    // After the response, so that its time does not depend on whether the account exists.
    reply.raw.once('finish', mails.wake)
    return { status: true as const }
  })

  app.handle(readAccountLink, async ({ body, request }) => {
    limits.link(request)
    const link = await linkIn(parts, body)
    if (link.kind === 'reset') await ownerOf(parts, link)
    return {
      kind: body.kind,
      email: link.email,
      invited_by: link.created_by,
      expires_at: Math.floor(link.expires_at_ms / 1000),
    }
  })

  app.handle(resetPassword, async ({ body, request }) => {
    limits.link(request)
    await refusePasswords(parts)
    const link = await linkIn(parts, { kind: 'reset', token: body.token })
    await setPassword(parts, link, { ...body, language: languageOf(body, request), request: request.id })
    return { status: true as const }
  })

  app.handle(acceptInvitation, async ({ body: { token, name, password }, ...exchange }) => {
    const { request } = exchange
    limits.link(request)
    await refusePasswords(parts)
    const invitation = toInvitation(await linkIn(parts, { kind: 'invitation', token }))
    if (await parts.isBlocked(invitation.email)) throw new ChatappRefused('blocked')
    const joined = { invitation, name, signIn: 'password', request: request.id } as const
    const created = await parts.accounts.create(
      { name, email: invitation.email, password, role: 'user' },
      { beside: (tx, id) => parts.joining.begin(tx, id, joined) },
    )
    // The other of two concurrent requests created the account.
    if (!created.ok && created.refusal === 'email_taken' && (await isUsed(parts, invitation.email)))
      throw new ChatappRefused('link_gone')
    const account = await parts.joining.finish(joined, unwrapChatapp(created))
    parts.events.signedUp({ account: account.id, role: account.role })
    return start(account, exchange, 'sign_up')
  })
}

async function setPassword(
  { accounts, accountLinks, clock, ...parts }: LinkRouteParts,
  link: LinkRow,
  { password, language, request }: { password: string; language: Language; request: string },
): Promise<void> {
  const { id, email } = await ownerOf(parts, link)
  const updated = await accounts.update(
    id,
    { password },
    {
      async beside(tx) {
        if (!(await useLink(tx, link))) throw new ChatappRefused('link_gone')
        await queueMail(tx, { kind: 'password_changed', email, language }, clock.now())
        await accountLinks.recordReset(tx, { email, request })
      },
    },
  )
  if (!updated.ok && updated.refusal === 'account_missing') throw new ChatappRefused('link_gone')
  unwrapChatapp(updated)
  parts.events.passwordReset({ account: id })
  parts.onSessionsEnded?.([email])
  accountLinks.mails.wake()
}

async function linkIn(
  { store, clock }: Pick<LinkRouteParts, 'store' | 'clock'>,
  { kind, token }: { kind: 'invitation' | 'reset'; token: string },
): Promise<LinkRow> {
  const link = await findLink(store.db, { token, kind, now: clock.now() })
  if (!link) throw new ChatappRefused('link_gone')
  return link
}

/** @throws ChatappRefused if the account was blocked, changed its e-mail, or signs in at a provider now */
async function ownerOf(
  { store, isBlocked }: Pick<LinkRouteParts, 'store' | 'isBlocked'>,
  { email, account_id: id }: LinkRow,
): Promise<ResettableAccount> {
  const account = await findResettable({ store, isBlocked }, email)
  if (account === null || account.id !== id) throw new ChatappRefused('link_gone')
  return account
}

const isUsed = async ({ store, clock }: LinkRouteParts, email: string): Promise<boolean> =>
  (await findInvitation(store.db, email, clock.now())) === null

async function refusePasswords({ signInMethods }: LinkRouteParts): Promise<void> {
  if (!(await signInMethods.takesPasswords())) throw new ChatappRefused('password_sign_in_off')
}

const languageOf = (
  { language }: { language?: Language | undefined },
  { headers }: FastifyRequest,
): Language => language ?? acceptedLanguage(headers['accept-language'])
