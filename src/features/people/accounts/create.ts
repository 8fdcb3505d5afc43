import type { PolicyOperation as AccessOperation } from '#core/access/change.ts'
import { describePolicyRefusal as describeAccess } from '#core/access/refusal.ts'
import type { Subject } from '#core/access/subject.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { ClientAccount } from '#ground/identity/chatapp-client/account.ts'
import { end, type PersonOperation } from '../operations.ts'
import { chatappRefusal, type PeopleRefusal } from '../refusal.ts'
import type { CreateAccountRequest, GrantItem } from '../schema.ts'
import {
  contextOf,
  findLive,
  personNamed,
  recordAccountChange,
  type PersonAccountsDeps,
  type ChangeAuthor,
} from './deps.ts'

export interface NewAccount extends CreateAccountRequest {
  expectedRevisions?: Readonly<Record<string, number>>
}

/**
 * If granting fails, the account stays, and a repeated request finishes the operation.
 *
 * Source: service specification 1.0.1, `POST /portal/api/accounts`.
 */
export async function createAccount(
  deps: PersonAccountsDeps,
  author: ChangeAuthor,
  request: NewAccount,
): Promise<Result<Subject, PeopleRefusal>> {
  const named = personNamed(request.email, 'email')
  if (!named.ok) return named
  const subject = named.value
  const allowed = await mayGive(deps, author, subject, request)
  if (!allowed.ok) return allowed
  return deps.oneByOne(subject, async () => {
    const begun = await deps.operations.find('create', subject)
    const there = await findLive(deps, subject)
    if (!there.ok) return there
    if (there.value && !(await mayFinish(deps, author, begun))) return refused({ code: 'duplicate_email' })
    const made = there.value
      ? await noteMade(deps, author, subject, request, begun)
      : await make(deps, author, subject, request, begun)
    return made.ok ? giveFirstAccess(deps, author, subject, request) : made
  })
}

async function mayGive(
  { access }: PersonAccountsDeps,
  author: ChangeAuthor,
  subject: Subject,
  { grants, expectedRevisions }: NewAccount,
): Promise<Result<unknown, PeopleRefusal>> {
  if (grants.length > 0)
    return access.preview(contextOf(author), operationsOf(subject, grants), expectedRevisions)
  if (await access.isOrganizationAdmin({ subject: author.email })) return accepted(null)
  const message = 'grants: name at least one permission on a Hub that you manage.'
  return refused({ code: 'invalid', field: 'grants', message })
}

/** Only the author of an unfinished creation or an organization administrator may finish it. */
const mayFinish = async (
  { access }: PersonAccountsDeps,
  author: ChangeAuthor,
  begun: PersonOperation | null,
): Promise<boolean> =>
  begun !== null &&
  (begun.startedBy === author.email || (await access.isOrganizationAdmin({ subject: author.email })))

async function make(
  deps: PersonAccountsDeps,
  author: ChangeAuthor,
  subject: Subject,
  request: NewAccount,
  begun: PersonOperation | null,
): Promise<Result<void, PeopleRefusal>> {
  const { operations, chat } = deps
  const wanted = { grants: request.grants, signIn: request.sign_in }
  await operations.begin('create', subject, wanted, author.email)
  const created = await chat.create({
    email: subject,
    name: request.name,
    password: request.password ?? deps.newPassword(),
    role: 'user',
  })
  if (created.ok) return noteMade(deps, author, subject, request, null)
  const { refusal } = created
  // If the web chat did not respond, the account may exist, so the operation stays stored for a retry.
  if (refusal.code === 'unavailable') return refused(chatappRefusal(refusal))
  await operations.withdraw('create', subject, begun)
  if (refusal.code === 'email_taken') return refused({ code: 'duplicate_email' })
  if (refusal.code === 'refused' && refusal.status === 400)
    return refused({ code: 'invalid', field: 'account', message: refusal.detail })
  return refused(chatappRefusal(refusal))
}

async function noteMade(
  deps: PersonAccountsDeps,
  author: ChangeAuthor,
  subject: Subject,
  request: NewAccount,
  begun: PersonOperation | null,
): Promise<Result<void, PeopleRefusal>> {
  const signIn = begun?.wanted.signIn ?? request.sign_in
  const wanted = { grants: request.grants, signIn, created: true }
  try {
    await deps.operations.begin('create', subject, wanted, begun?.startedBy ?? author.email)
    if (!begun?.wanted.created)
      await recordAccountChange(deps, author, {
        action: 'account.create',
        subject,
        after: { name: request.name, sign_in: signIn },
      })
    const live = await deps.chat.findByEmail(subject)
    if (live.ok && live.value) await deps.mirror.applyAccount(live.value, { chosenSignIn: signIn })
    return accepted(undefined)
  } catch (error) {
    deps.onUnfinishedOperation({ kind: 'create', error })
    return refused(partial(subject, 'the database of the service could not be written.'))
  }
}

async function giveFirstAccess(
  deps: PersonAccountsDeps,
  author: ChangeAuthor,
  subject: Subject,
  { grants, expectedRevisions }: NewAccount,
): Promise<Result<Subject, PeopleRefusal>> {
  try {
    if (grants.length > 0) {
      const given = await deps.access.applyAll(
        contextOf(author),
        operationsOf(subject, grants),
        expectedRevisions,
      )
      if (!given.ok) return refused(partial(subject, describeAccess(given.refusal)))
    }
    await end(deps.store.db, subject, ['create'])
    return accepted(subject)
  } catch (error) {
    deps.onUnfinishedOperation({ kind: 'create', error })
    return refused(partial(subject, 'the database of the service could not be written.'))
  }
}

export async function finishCreation(
  deps: PersonAccountsDeps,
  author: ChangeAuthor,
  { email: subject, name }: Pick<ClientAccount, 'email' | 'name'>,
  given: readonly GrantItem[],
): Promise<void> {
  const begun = await deps.operations.find('create', subject)
  const isGiven = (one: GrantItem) =>
    given.some(({ hub, permission }) => hub === one.hub && permission === one.permission)
  if (!begun?.wanted.grants?.every(isGiven)) return
  if (begun.wanted.created) return end(deps.store.db, subject, ['create'])
  const after = { name, sign_in: begun.wanted.signIn ?? 'password' }
  await recordAccountChange(deps, author, { action: 'account.create', subject, after }, ['create'])
}

const partial = (subject: Subject, why: string): PeopleRefusal => ({
  code: 'partial',
  detail: `The account ${subject} was created, but its access could not be granted: ${why} Repeat the request to finish.`,
})

export const operationsOf = (subject: Subject, grants: readonly GrantItem[]): AccessOperation[] =>
  grants.map(({ hub, permission, expires_at }) => ({
    action: 'grant',
    subject,
    hub,
    permission,
    ...(expires_at !== undefined && { expiresAt: Date.parse(expires_at) }),
  }))
