import { normalEmail } from '#ground/identity/caller.ts'
import type { Subject } from '#core/access/subject.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { endInvitationsBy } from '#ground/identity/account-links/invitations.ts'
import { removeNoticesOf } from '#ground/store/remove-notices.ts'
import { withdrawProposalsOf } from '#ground/store/withdraw-proposals.ts'
import { chatappRefusal, type PeopleRefusal } from '../refusal.ts'
import {
  contextOf,
  findLive,
  isPrimary,
  personNamed,
  recordAccountChange,
  type PersonAccountsDeps,
  type ChangeAuthor,
} from './deps.ts'

/**
 * Removes grants first, so that no access remains if the web chat fails. A repeated request deletes the rest.
 *
 * Source: service specification 1.0.1, "Account".
 */
export async function deleteAccount(
  deps: PersonAccountsDeps,
  author: ChangeAuthor,
  { subject: text, confirmEmail, isOwn = false }: { subject: string; confirmEmail: string; isOwn?: boolean },
): Promise<Result<Subject, PeopleRefusal>> {
  const named = personNamed(text, 'subject')
  if (!named.ok) return named
  const subject = named.value
  if (normalEmail(confirmEmail) !== subject)
    return refused({
      code: 'invalid',
      field: 'confirm_email',
      message: 'confirm_email: this is not the account’s e-mail. Nothing was deleted.',
    })
  if (subject === author.email && !isOwn)
    return refused({ code: 'forbidden', detail: 'You can’t delete your own account.' })
  return deps.oneByOne(subject, async () => {
    const live = await findLive(deps, subject)
    if (!live.ok) return live
    const begun = await deps.operations.find('delete', subject)
    if (live.value === null && begun === null) return refused({ code: 'not_found', account: subject })
    const primary = await isPrimary(deps, subject)
    if (!primary.ok) return primary
    if (primary.value && live.value)
      return refused({
        code: 'forbidden',
        detail: 'The account of the web chat’s first administrator can’t be deleted.',
      })

    await deps.operations.begin('delete', subject, {}, author.email)
    const removal = await deps.access.removeSubject(contextOf(author), subject)
    if (!removal.ok) {
      await deps.operations.withdraw('delete', subject, begun)
      return removal
    }
    const removed = live.value ? await deps.chat.remove(live.value.id) : accepted(undefined)
    if (!removed.ok) return refused(half(removed.refusal))
    try {
      // Needed with Open WebUI. The built-in web chat has already done this with the account.
      await deps.store.transaction(async (tx) => {
        await removeNoticesOf(tx, subject)
        await withdrawProposalsOf(tx, subject)
      })
      await endInvitationsBy(deps.store.db, subject)
      await recordAccountChange(deps, author, { action: 'account.delete', subject }, [
        'delete',
        'create',
        'role',
      ])
      await deps.mirror.see(new Map([[subject, { account: null }]]))
    } catch (error) {
      deps.onUnfinishedOperation({ kind: 'delete', error })
      return refused({
        code: 'partial',
        detail: `The account was deleted, but the deletion could not be recorded. ${toFinish(isOwn, subject)}`,
      })
    }
    return accepted(subject)
  })
}

/** After deleting their own account, people can no longer sign in to repeat the request. */
const toFinish = (isOwn: boolean, subject: Subject): string =>
  isOwn ? `An administrator must delete ${subject} to finish.` : 'Repeat the request to finish.'

type ChatFailure = Extract<
  Awaited<ReturnType<PersonAccountsDeps['chat']['remove']>>,
  { ok: false }
>['refusal']

const half = (failure: ChatFailure): PeopleRefusal => ({
  code: 'chatapp_unavailable',
  changed: 'All grants were revoked, but the account still exists. Repeat the request to finish.',
  detail: failure.code === 'protected' ? failure.detail : chatappRefusal(failure).detail,
})
