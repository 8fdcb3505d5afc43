import type { AppliedChange } from '#core/access/changes.ts'
import { canonicalJson } from '#core/audit/canonical-json.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Subject } from '#core/access/subject.ts'
import { endInvitationsBy } from '#ground/identity/account-links/invitations.ts'
import { normalEmail } from '#ground/identity/caller.ts'
import { describePeopleRefusal, type PeopleRefusal } from '../refusal.ts'
import type { AccountRole, GrantItem } from '../schema.ts'
import { createAccount, finishCreation, operationsOf, type NewAccount } from './create.ts'
import {
  contextOf,
  personNamed,
  recordAccountChange,
  requireLive,
  type PersonAccountsDeps,
  type ChangeAuthor,
} from './deps.ts'
import { liveAccount, withAccount, withReachable, type LiveAccount } from './live.ts'
import { readIdentities, releaseIdentity } from './identities.ts'
import { deleteAccount } from './remove.ts'
import { changeRole } from './role.ts'
import { approveWithAccess } from './approve-with-access.ts'
import { approve, resetPassword } from './update.ts'

export function createPersonAccounts(deps: PersonAccountsDeps) {
  const { access } = deps

  const read = (subject: string): Promise<Result<LiveAccount, PeopleRefusal>> =>
    withAccount(deps, subject, async (_, account) => accepted(await liveAccount(deps, account)))

  return {
    read,

    async create(author: ChangeAuthor, request: NewAccount): Promise<Result<LiveAccount, PeopleRefusal>> {
      const created = await createAccount(deps, author, request)
      if (!created.ok) return created
      const live = await read(created.value)
      return live.ok ? live : accepted(asMade(created.value, request, deps.clock))
    },

    /** Never creates an account. */
    async grant(
      author: ChangeAuthor,
      { email, grants }: { email: string; grants: readonly GrantItem[] },
    ): Promise<Result<Subject, PeopleRefusal>> {
      const named = personNamed(email, 'email')
      if (!named.ok) return named
      const operations = operationsOf(named.value, grants)
      // Access is checked first, so that managers of other Hubs cannot find out who has an account.
      const allowed = await access.preview(contextOf(author), operations)
      if (!allowed.ok) return allowed
      const live = await requireLive(deps, named.value)
      if (!live.ok) return live
      await deps.mirror.applyAccount(live.value)
      const given = await access.applyAll(contextOf(author), operations)
      if (!given.ok) return given
      await finishCreation(deps, author, live.value, grants)
      return accepted(named.value)
    },

    setBlocked: (author: ChangeAuthor, request: { subject: string; suspended: boolean }) =>
      setBlocked(deps, author, request),

    approve: (author: ChangeAuthor, text: string, grants: readonly GrantItem[] = []) =>
      withAccount(deps, text, (subject, account) =>
        grants.length > 0
          ? approveWithAccess(deps, author, subject, { account, grants })
          : approve(deps, author, subject, account),
      ),

    signOut: (author: ChangeAuthor, text: string): Promise<Result<Subject, PeopleRefusal>> =>
      withReachable(deps, author, text, async (subject) => {
        const ended = await deps.signIns.endSessions(subject)
        if (!ended.ok) return ended
        await recordAccountChange(deps, author, { action: 'account.sign_out', subject })
        return accepted(subject)
      }),

    resetFactors: (author: ChangeAuthor, text: string): Promise<Result<Subject, PeopleRefusal>> =>
      withReachable(deps, author, text, async (subject) => {
        const removed = await deps.signIns.removeFactors(subject)
        if (!removed.ok) return removed
        await recordAccountChange(deps, author, { action: 'account.factors', subject })
        return accepted(subject)
      }),

    identities: (text: string) => readIdentities(deps, text),

    releaseIdentity: (author: ChangeAuthor, request: { subject: string; issuer: string }) =>
      releaseIdentity(deps, author, request),

    resetPassword: (author: ChangeAuthor, text: string, password: string) =>
      withAccount(deps, text, (subject, account) =>
        resetPassword(deps, author, subject, { account, password }),
      ),

    async setRole(
      author: ChangeAuthor,
      { subject, role }: { subject: string; role: AccountRole },
    ): Promise<Result<LiveAccount, PeopleRefusal>> {
      const changed = await changeRole(deps, author, { subject, role })
      return changed.ok ? read(changed.value) : changed
    },

    remove: (author: ChangeAuthor, request: { subject: string; confirmEmail: string }) =>
      deleteAccount(deps, author, request),

    removeOwn: (author: ChangeAuthor, confirmEmail: string): Promise<Result<Subject, PeopleRefusal>> =>
      deps.allowsOwnDeletion
        ? deleteAccount(deps, author, { subject: author.email, confirmEmail, isOwn: true })
        : Promise.resolve(refused({ code: 'forbidden', detail: OWN_DELETION_OFF })),
  }
}

const OWN_DELETION_OFF = 'This server does not let people delete their own accounts. Ask an administrator.'

async function setBlocked(
  deps: PersonAccountsDeps,
  author: ChangeAuthor,
  { subject, suspended }: { subject: string; suspended: boolean },
): Promise<Result<AppliedChange, PeopleRefusal>> {
  const { access, signIns } = deps
  const context = contextOf(author)
  const person = normalEmail(subject)
  if (!suspended) {
    const reopened = await signIns.reopen(subject, await lostRole(deps, person))
    return reopened.ok ? access.unblock(context, subject) : reopened
  }
  if (person === author.email)
    return refused({ code: 'forbidden', detail: 'You can’t block your own account.' })
  const blocked = await access.block(context, subject)
  if (!blocked.ok) return blocked
  await endInvitationsBy(deps.store.db, person)
  const closed = await signIns.close(subject, (before) =>
    recordAccountChange(deps, author, { action: 'account.role', subject: person, before, after: 'pending' }),
  )
  return closed.ok ? blocked : refused(halfBlocked(closed.refusal))
}

async function lostRole({ store }: PersonAccountsDeps, person: string): Promise<boolean> {
  const newest = await store.db
    .selectFrom('access_changes')
    .select('action')
    .where('subject', '=', person)
    .where((row) =>
      row.or([
        row('action', '=', 'block'),
        row.and([row('action', '=', 'account.role'), row('after', '=', canonicalJson('pending'))]),
      ]),
    )
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.action === 'account.role'
}

const halfBlocked = (refusal: PeopleRefusal): PeopleRefusal => ({
  code: 'partial',
  detail: `Hubs refuse this person now, but the web chat does not. ${describePeopleRefusal(refusal)} Block them again to finish.`,
})

const asMade = (
  subject: Subject,
  { name, sign_in }: NewAccount,
  clock: PersonAccountsDeps['clock'],
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
