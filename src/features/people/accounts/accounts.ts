import type { Applied } from '#core/access/changes.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Subject } from '#core/access/subject.ts'
import { normalEmail } from '#ground/identity/caller.ts'
import type { Account } from '#ground/identity/chatapp-client/account.ts'
import { chatappRefusal, type Refusal } from '../refusal.ts'
import type { AccountRole, AccountStatus, GrantItem, SignIn } from '../schema.ts'
import { createAccount, finishCreation, operationsOf, type NewAccount } from './create.ts'
import {
  contextOf,
  personNamed,
  recordAccountChange,
  requireLive,
  type AccountsDeps,
  type Asker,
} from './deps.ts'
import { deleteAccount } from './remove.ts'
import { changeRole } from './role.ts'

/** An account and both halves of its administrator role, as they are now. */
export interface LiveAccount {
  account: Account
  status: AccountStatus
  signIn: SignIn
  isOrganizationAdmin: boolean
  isPrimary: boolean
}

/** Accounts of people: in the web chat, with their access here. */
export function createAccounts(deps: AccountsDeps) {
  const { access, mirror, chat, oneByOne, operations } = deps

  const present = async (account: Account): Promise<LiveAccount> => {
    const subject = account.email
    await mirror.seeAccount(account)
    const person = await mirror.find(subject)
    const blocked = (await access.blockedAmong([subject])).has(subject)
    return {
      account,
      status: blocked ? 'blocked' : account.role === 'pending' ? 'pending' : 'active',
      signIn: (person?.sign_in ?? account.signIn) as SignIn,
      isOrganizationAdmin: !blocked && (await access.isOrganizationAdmin({ subject })),
      isPrimary: person?.is_primary === 1,
    }
  }

  /** Work on a person’s live account, one piece after the other. */
  const withAccount = async <T>(
    text: string,
    work: (subject: Subject, account: Account) => Promise<Result<T, Refusal>>,
  ): Promise<Result<T, Refusal>> => {
    const named = personNamed(text, 'subject')
    if (!named.ok) return named
    return oneByOne(named.value, async () => {
      const live = await requireLive(deps, named.value)
      return live.ok ? work(named.value, live.value) : live
    })
  }

  const read = (subject: string): Promise<Result<LiveAccount, Refusal>> =>
    withAccount(subject, async (_, account) => accepted(await present(account)))

  return {
    read,

    /** Make an account, then give it its first access. */
    async create(asker: Asker, request: NewAccount): Promise<Result<LiveAccount, Refusal>> {
      const created = await createAccount(deps, asker, request)
      if (!created.ok) return created
      const live = await read(created.value)
      return live.ok ? live : accepted(asMade(created.value, request, deps.clock))
    },

    /** Give somebody who has an account more access. Never makes an account. */
    async grant(
      asker: Asker,
      { email, grants }: { email: string; grants: readonly GrantItem[] },
    ): Promise<Result<Subject, Refusal>> {
      const named = personNamed(email, 'email')
      if (!named.ok) return named
      const operations = operationsOf(named.value, grants)
      // First, so that nobody learns who has an account from a Hub that is none of theirs.
      const allowed = await access.preview(contextOf(asker), operations)
      if (!allowed.ok) return allowed
      const live = await requireLive(deps, named.value)
      if (!live.ok) return live
      await mirror.seeAccount(live.value)
      const given = await access.applyAll(contextOf(asker), operations)
      if (!given.ok) return given
      await finishCreation(deps, asker, live.value, grants)
      return accepted(named.value)
    },

    /** Refuse somebody everywhere and take every grant of theirs, or end that. */
    async setBlocked(
      asker: Asker,
      { subject: text, suspended }: { subject: string; suspended: boolean },
    ): Promise<Result<Applied, Refusal>> {
      const context = contextOf(asker)
      if (!suspended) {
        // They were refused meanwhile; coming back, they sign in anew.
        await deps.endSessionsOf(text)
        return access.unblock(context, text)
      }
      if (normalEmail(text) === asker.email)
        return refused({ code: 'forbidden', detail: 'Nobody blocks themselves.' })
      return access.block(context, text)
    },

    /** Let a person who signed up in. Does nothing for who is in, but record it when that was not done. */
    approve: (asker: Asker, text: string) =>
      withAccount(text, async (subject, account) => {
        const begun = await operations.find('role', subject)
        const isApproval = begun === null || begun.wanted.isApproval === true
        const isUnrecorded = account.role === 'user' && begun?.wanted.isApproval === true
        if (account.role !== 'pending' && !isUnrecorded) return accepted(await present(account))
        // Another change of the role that is half done stays listed until it is asked for again.
        if (isApproval) await operations.begin('role', subject, { role: 'user', isApproval }, asker.email)
        const updated = isUnrecorded ? accepted(account) : await chat.update(account.id, { role: 'user' })
        if (!updated.ok) {
          // Whether they were let in is not known after silence: what was begun stays on the list.
          if (isApproval && updated.refusal.code !== 'unavailable')
            await operations.withdraw('role', subject, begun)
          return refused(updateRefusal(updated.refusal))
        }
        const change = { action: 'account.approve', subject, before: 'pending', after: 'user' } as const
        await recordAccountChange(deps, asker, change, isApproval ? ['role'] : [])
        return accepted(await present(updated.value))
      }),

    /** Give somebody another password, which signs them out everywhere. */
    resetPassword: (asker: Asker, text: string, password: string) =>
      withAccount(text, async (subject, account) => {
        const signIn = (await mirror.find(subject))?.chosen_sign_in ?? account.signIn
        if (signIn === 'idp') return refused<Refusal>({ code: 'idp_managed' })
        const updated = await chat.update(account.id, { password })
        if (!updated.ok) return refused(updateRefusal(updated.refusal))
        await recordAccountChange(deps, asker, { action: 'account.password', subject })
        return accepted(await present(updated.value))
      }),

    /** Make somebody an administrator or a user, in the organization and in the web chat. */
    async setRole(
      asker: Asker,
      { subject, role }: { subject: string; role: AccountRole },
    ): Promise<Result<LiveAccount, Refusal>> {
      const changed = await changeRole(deps, asker, { subject, role })
      return changed.ok ? read(changed.value) : changed
    },

    remove: (asker: Asker, request: { subject: string; confirmEmail: string }) =>
      deleteAccount(deps, asker, request),
  }
}

/** An account as it was just made, when the web chat fell silent right afterwards. */
const asMade = (
  subject: Subject,
  { name, sign_in }: NewAccount,
  clock: AccountsDeps['clock'],
): LiveAccount => {
  const now = Math.floor(clock.now() / 1000)
  return {
    account: {
      id: '',
      email: subject,
      name,
      role: 'user',
      profileImageUrl: '',
      signIn: sign_in,
      createdAt: now,
      lastActiveAt: now,
    },
    status: 'active',
    signIn: sign_in,
    isOrganizationAdmin: false,
    isPrimary: false,
  }
}

type UpdateFailure = Extract<Awaited<ReturnType<AccountsDeps['chat']['update']>>, { ok: false }>['refusal']

const updateRefusal = (refusal: UpdateFailure): Refusal => {
  if (refusal.code === 'protected') return { code: 'forbidden', detail: refusal.detail }
  if (refusal.code === 'email_taken') return { code: 'duplicate_email' }
  if (refusal.code === 'refused' && refusal.status === 400)
    return { code: 'invalid', field: 'account', message: refusal.detail }
  return chatappRefusal(refusal)
}
