import type { Transaction } from 'kysely'
import type { Subject } from '#core/access/subject.ts'
import {
  addInvitation,
  invitationId,
  renewInvitation,
  toInvitation,
  type InvitationDetails,
  type OpenInvitation,
} from '#ground/identity/account-links/invitations.ts'
import type { AccountMails } from '#core/mail/accounts/sender.ts'
import { createRateLimit, type RateLimit } from '#ground/base/rate-limit.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { LANGUAGES, type Language } from '#ground/turn/language/language.ts'
import type { Tables } from '#ground/store/tables.ts'
import { MANAGE_ACCESS, ORGANIZATION } from '#core/access/permission.ts'
import { operationsOf } from '../accounts/create.ts'
import { accountChange, contextOf, findLive, personNamed } from '../accounts/deps.ts'
import type { AccountChange, ChangeAuthor, PersonAccountsDeps } from '../accounts/deps.ts'
import type { PeopleRefusal } from '../refusal.ts'
import { listInvitations, readInvitation } from './list.ts'
import { unexpired } from './accepted.ts'
import { describeProblem } from './problem.ts'
import type { InvitationView, InviteRefusal, InviteRequest, MailProblem } from './schema.ts'

export interface InvitationsDeps extends Pick<
  PersonAccountsDeps,
  'store' | 'clock' | 'access' | 'changes' | 'chat' | 'oneByOne'
> {
  mails: Pick<AccountMails, 'secret' | 'wake'>
  problem(): Promise<MailProblem>
}

/** Organization administrators reach all invitations, other people their own. */
export interface Inviter extends ChangeAuthor {
  isOrganizationAdmin: boolean
}

/** Limit of mails per person and hour, against misuse of the organization's mail server. */
const MAILS = { attempts: 200, windowSeconds: 3600 }

/**
 * An invitation is no account: it has no rights, and its e-mail stays free. Access is granted when the person accepts
 * the invitation, because until then another person could sign up with the e-mail.
 */
export function createInvitations(deps: InvitationsDeps) {
  const { store, clock, mails } = deps
  const sending = { ...deps, limit: createRateLimit({ ...MAILS, clock }) }

  const refuseWithoutMail = async (): Promise<Result<null, PeopleRefusal>> => {
    const problem = await deps.problem()
    return problem === null
      ? accepted(null)
      : refused({ code: 'forbidden', detail: describeProblem(problem) })
  }

  return {
    problem: deps.problem,

    list: (author: Pick<Inviter, 'email' | 'isOrganizationAdmin'>, page: { offset: number; limit: number }) =>
      listInvitations(store, author.isOrganizationAdmin ? null : author.email, { ...page, now: clock.now() }),

    /** A refusal that concerns one e-mail does not prevent the other invitations. */
    async invite(
      author: Inviter,
      { emails, language, ...details }: InviteRequest,
    ): Promise<Result<{ email: string; refusal: PeopleRefusal | null }[], PeopleRefusal>> {
      const allowed = await mayInvite(deps, author, { ...details, email: NO_ONE })
      if (!allowed.ok) return allowed
      const ready = await refuseWithoutMail()
      if (!ready.ok) return ready
      const results: { email: string; refusal: PeopleRefusal | null }[] = []
      for (const text of new Set(emails.map((email) => email.trim().toLowerCase()))) {
        const named = personNamed(text, 'emails')
        const sent = named.ok
          ? await send(sending, author, { ...details, email: named.value, language }, INVITE)
          : named
        results.push({ email: text, refusal: sent.ok ? null : sent.refusal })
      }
      mails.wake()
      return accepted(results)
    },

    async again(author: Inviter, text: string): Promise<Result<InvitationView, PeopleRefusal>> {
      const found = await find(deps, author, text)
      if (!found.ok) return found
      const ready = await refuseWithoutMail()
      if (!ready.ok) return ready
      const { email, role, groups } = found.value
      const grants = unexpired(found.value.grants, clock.now())
      const wanted = { email, role, groups, grants, language: await languageOf(deps, email) }
      const sent = await send(sending, author, wanted, INVITE_AGAIN)
      if (!sent.ok) return sent
      mails.wake()
      const view = await readInvitation(store, email, clock.now())
      return view ? accepted(view) : refused(missing(email))
    },

    async withdraw(author: Inviter, text: string): Promise<Result<Subject, PeopleRefusal>> {
      const found = await find(deps, author, text)
      if (!found.ok) return found
      const { email, link } = found.value
      const isRemoved = await store.transaction(async (tx) => {
        const removed = await tx
          .deleteFrom('account_links')
          .where('id', '=', link.id)
          .returning('mail_id')
          .executeTakeFirst()
        if (!removed) return false
        await tx
          .updateTable('account_mails')
          .set({ state: 'dropped', ended_at_ms: clock.now() })
          .where('id', '=', removed.mail_id)
          .where('ended_at_ms', 'is', null)
          .execute()
        await record(deps, tx, author, { action: 'account.withdraw', subject: email })
        return true
      })
      return isRemoved ? accepted(email) : refused(missing(email))
    },
  }
}

interface Writing {
  write: typeof addInvitation
  action: AccountChange['action']
  missed(email: string): PeopleRefusal
}

async function send(
  { limit, ...deps }: InvitationsDeps & { limit: RateLimit },
  author: Inviter,
  wanted: Wanted,
  { write, action, missed }: Writing,
): Promise<Result<null, PeopleRefusal>> {
  const { store, clock, mails } = deps
  const { email: subject, role, groups, grants } = wanted
  if (await isBlocked(deps, subject)) return refused(BLOCKED)
  const allowed = await mayInvite(deps, author, wanted)
  if (!allowed.ok) return allowed
  return deps.oneByOne(subject, async () => {
    const live = await findLive(deps, subject)
    if (!live.ok) return live
    if (live.value) return refused({ code: 'duplicate_email' })
    if (limit.consume(author.email) > 0) return refused(TOO_MANY)
    const isWritten = await store.transaction(async (tx) => {
      const source = { invitedBy: author.email, secret: mails.secret, now: clock.now() }
      if (!(await write(tx, { ...wanted, ...source }))) return false
      await record(deps, tx, author, { action, subject, after: { role, groups: [...groups], grants } })
      return true
    })
    return isWritten ? accepted(null) : refused(missed(subject))
  })
}

async function find(
  { store }: Pick<InvitationsDeps, 'store'>,
  author: Inviter,
  text: string,
): Promise<Result<OpenInvitation, PeopleRefusal>> {
  const named = personNamed(text, 'email')
  if (!named.ok) return named
  const row = await store.db
    .selectFrom('account_links')
    .selectAll()
    .where('id', '=', invitationId(named.value))
    .executeTakeFirst()
  if (!row || !(author.isOrganizationAdmin || row.created_by === author.email))
    return refused(missing(named.value))
  return accepted(toInvitation(row))
}

interface Wanted extends InvitationDetails {
  email: Subject
  language: Language
}

const TOO_MANY: PeopleRefusal = {
  code: 'forbidden',
  detail: 'You sent 200 invitations within an hour. Wait an hour, then invite more people.',
}

const ALREADY_INVITED: PeopleRefusal = {
  code: 'forbidden',
  detail: 'This person was invited already. Send the invitation again, or withdraw it first.',
}

const missing = (email: string): PeopleRefusal => ({ code: 'not_found', invitation: email })

const record = (
  deps: InvitationsDeps,
  tx: Transaction<Tables>,
  author: ChangeAuthor,
  change: AccountChange,
): Promise<void> => deps.changes.append(tx, [accountChange(deps, author, change)])

/** A subject that belongs to no account, to check whether the author may grant the access at all. */
const NO_ONE = 'invited@invalid'

/** Role and groups may give access to all Hubs, so only organization administrators choose them. */
async function mayInvite(
  { access }: Pick<InvitationsDeps, 'access'>,
  author: Inviter,
  { email, role, groups, grants }: InvitationDetails & { email: Subject },
): Promise<Result<null, PeopleRefusal>> {
  const isAdmin = await access.isOrganizationAdmin({ subject: author.email })
  if (!isAdmin && (role !== 'user' || groups.length > 0))
    return refused({ code: 'outside_ceiling', hub: ORGANIZATION, permission: null })
  const operations = operationsOf(email, [
    ...grants,
    ...(role === 'admin' ? [{ hub: ORGANIZATION, permission: MANAGE_ACCESS }] : []),
  ])
  if (operations.length > 0) {
    const previewed = await access.preview(contextOf(author), operations)
    return previewed.ok ? accepted(null) : previewed
  }
  if (isAdmin) return accepted(null)
  const message = 'grants: name at least one permission on a Hub that you manage.'
  return refused({ code: 'invalid', field: 'grants', message })
}

const isBlocked = async ({ access }: Pick<InvitationsDeps, 'access'>, email: Subject): Promise<boolean> =>
  (await access.blockedAmong([email])).has(email)

const BLOCKED: PeopleRefusal = { code: 'forbidden', detail: 'This person is blocked. Unblock them first.' }

const INVITE: Writing = { write: addInvitation, action: 'account.invite', missed: () => ALREADY_INVITED }

const INVITE_AGAIN: Writing = { write: renewInvitation, action: 'account.invite_again', missed: missing }

const CODES = new Map<PeopleRefusal, InviteRefusal>([
  [ALREADY_INVITED, 'already_invited'],
  [BLOCKED, 'blocked'],
  [TOO_MANY, 'rate_limited'],
])

export const inviteRefusalOf = (refusal: PeopleRefusal): InviteRefusal =>
  CODES.get(refusal) ??
  (refusal.code === 'duplicate_email' || refusal.code === 'invalid' ? refusal.code : 'refused')

async function languageOf({ store }: Pick<InvitationsDeps, 'store'>, email: string): Promise<Language> {
  const mail = await store.db
    .selectFrom('account_mails')
    .select('language')
    .where('email', '=', email)
    .where('kind', '=', 'invitation')
    .orderBy('created_at_ms', 'desc')
    .limit(1)
    .executeTakeFirst()
  return LANGUAGES.find((language) => language === mail?.language) ?? 'en'
}
