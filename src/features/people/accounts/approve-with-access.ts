import { describePolicyRefusal as describeAccess } from '#core/access/refusal.ts'
import type { Subject } from '#core/access/subject.ts'
import { refused, type Result } from '#ground/base/result.ts'
import type { ClientAccount } from '#ground/identity/chatapp-client/account.ts'
import type { PeopleRefusal } from '../refusal.ts'
import type { GrantItem } from '../schema.ts'
import { finishCreation, operationsOf } from './create.ts'
import { contextOf, type PersonAccountsDeps, type ChangeAuthor } from './deps.ts'
import type { LiveAccount } from './live.ts'
import { approve } from './update.ts'

/** If granting fails, the person stays approved, and a repeated request finishes the operation. */
export async function approveWithAccess(
  deps: PersonAccountsDeps,
  author: ChangeAuthor,
  subject: Subject,
  { account, grants }: { account: ClientAccount; grants: readonly GrantItem[] },
): Promise<Result<LiveAccount, PeopleRefusal>> {
  const { access, operations } = deps
  const wanted = operationsOf(subject, grants)
  const allowed = await access.preview(contextOf(author), wanted)
  if (!allowed.ok) return allowed
  const begun = await operations.find('create', subject)
  await operations.begin('create', subject, { grants, created: true, isLetIn: true }, author.email)
  const approved = await approve(deps, author, subject, account)
  if (!approved.ok) {
    // If the web chat did not respond, the approval may have succeeded, so the operation stays stored for a retry.
    if (approved.refusal.code !== 'chatapp_unavailable') await operations.withdraw('create', subject, begun)
    return approved
  }
  const given = await access.applyAll(contextOf(author), wanted)
  if (!given.ok) return refused(partial(subject, describeAccess(given.refusal)))
  await finishCreation(deps, author, account, grants)
  return approved
}

const partial = (subject: Subject, why: string): PeopleRefusal => ({
  code: 'partial',
  detail: `${subject} was approved, but was given no access: ${why} Repeat the request to finish.`,
})
