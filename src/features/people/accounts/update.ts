import type { Subject } from '#core/access/subject.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { ClientAccount } from '#ground/identity/chatapp-client/account.ts'
import { chatappRefusal, type PeopleRefusal } from '../refusal.ts'
import { recordAccountChange, type PersonAccountsDeps, type ChangeAuthor } from './deps.ts'
import { liveAccount, type LiveAccount } from './live.ts'

/** If an earlier request has approved the account without recording it, only records the approval. */
export async function approve(
  deps: PersonAccountsDeps,
  author: ChangeAuthor,
  subject: Subject,
  account: ClientAccount,
): Promise<Result<LiveAccount, PeopleRefusal>> {
  const { operations } = deps
  const begun = await operations.find('role', subject)
  const isApproval = begun === null || begun.wanted.isApproval === true
  const isUnrecorded = account.role === 'user' && begun?.wanted.isApproval === true
  if (account.role !== 'pending' && !isUnrecorded) return accepted(await liveAccount(deps, account))
  // If another role change is unfinished, `begin` is not called, because it would replace that operation.
  if (isApproval) await operations.begin('role', subject, { role: 'user', isApproval }, author.email)
  const updated = isUnrecorded ? accepted(account) : await deps.chat.update(account.id, { role: 'user' })
  if (!updated.ok) {
    // If the web chat did not respond, the approval may have succeeded, so the operation stays stored for a retry.
    if (isApproval && updated.refusal.code !== 'unavailable')
      await operations.withdraw('role', subject, begun)
    return refused(updateRefusal(updated.refusal))
  }
  const change = { action: 'account.approve', subject, before: 'pending', after: 'user' } as const
  await recordAccountChange(deps, author, change, isApproval ? ['role'] : [])
  return accepted(await liveAccount(deps, updated.value))
}

/** Also ends all sessions of the person. */
export async function resetPassword(
  deps: PersonAccountsDeps,
  author: ChangeAuthor,
  subject: Subject,
  { account, password }: { account: ClientAccount; password: string },
): Promise<Result<LiveAccount, PeopleRefusal>> {
  const signIn = (await deps.mirror.find(subject))?.chosen_sign_in ?? account.signIn
  if (signIn === 'idp') return refused({ code: 'idp_managed' })
  const updated = await deps.chat.update(account.id, { password })
  if (!updated.ok) return refused(updateRefusal(updated.refusal))
  await recordAccountChange(deps, author, { action: 'account.password', subject })
  return accepted(await liveAccount(deps, updated.value))
}

type UpdateFailure = Extract<
  Awaited<ReturnType<PersonAccountsDeps['chat']['update']>>,
  { ok: false }
>['refusal']

const updateRefusal = (refusal: UpdateFailure): PeopleRefusal => {
  if (refusal.code === 'protected') return { code: 'forbidden', detail: refusal.detail }
  if (refusal.code === 'email_taken') return { code: 'duplicate_email' }
  if (refusal.code === 'refused' && refusal.status === 400)
    return { code: 'invalid', field: 'account', message: refusal.detail }
  return chatappRefusal(refusal)
}
