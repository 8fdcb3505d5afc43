import type { PolicyOperation as AccessOperation } from '#core/access/change.ts'
import { MANAGE_ACCESS, ORGANIZATION } from '#core/access/permission.ts'
import type { PolicyRefusal as AccessRefusal } from '#core/access/refusal.ts'
import type { Subject } from '#core/access/subject.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { chatappRefusal, describePeopleRefusal, type PeopleRefusal } from '../refusal.ts'
import type { AccountRole } from '../schema.ts'
import {
  contextOf,
  isPrimary,
  personNamed,
  recordAccountChange,
  requireLive,
  type PersonAccountsDeps,
  type ChangeAuthor,
} from './deps.ts'

/**
 * People who give up their own role lose their access last, because they need it to repeat a failed request.
 * Source: service specification 1.0.1, "Role moves".
 */
export async function changeRole(
  deps: PersonAccountsDeps,
  author: ChangeAuthor,
  { subject: text, role }: { subject: string; role: AccountRole },
): Promise<Result<Subject, PeopleRefusal>> {
  const named = personNamed(text, 'subject')
  if (!named.ok) return named
  const subject = named.value
  return deps.oneByOne(subject, async () => {
    const live = await requireLive(deps, subject)
    if (!live.ok) return live
    const primary = await isPrimary(deps, subject)
    if (!primary.ok) return primary
    if (primary.value && role === 'user')
      return refused({
        code: 'forbidden',
        detail: 'The web chat’s first administrator must stay an administrator.',
      })
    const organization: AccessOperation[] = [
      {
        action: role === 'admin' ? 'grant' : 'revoke',
        subject,
        hub: ORGANIZATION,
        permission: MANAGE_ACCESS,
      },
    ]
    const allowed = await deps.access.preview(contextOf(author), organization)
    if (!allowed.ok) return allowed
    const begun = await deps.operations.find('role', subject)
    if (!begun && allowed.value.changed.length === 0 && live.value.role === role) return accepted(subject)

    await deps.operations.begin('role', subject, { role }, author.email)
    const { id, role: before } = live.value
    const inChat = async () => (before === role ? live : deps.chat.update(id, { role }))
    const ownGoesLast = role === 'user' && subject === author.email
    const early = ownGoesLast ? await inChat() : null
    if (early?.ok === false) return refused(half('own', early.refusal))
    const moved = await deps.access.applyAll(contextOf(author), organization)
    if (!moved.ok) {
      if (early) return refused(half('own', moved.refusal))
      await deps.operations.withdraw('role', subject, begun)
      return moved
    }
    const updated = early ?? (await inChat())
    if (!updated.ok) return refused(half(role, updated.refusal))
    try {
      await recordAccountChange(deps, author, { action: 'account.role', subject, before, after: role }, [
        'role',
      ])
      await deps.mirror.applyAccount(updated.value)
    } catch (error) {
      deps.onUnfinishedOperation({ kind: 'role', error })
      return refused({
        code: 'role_partial',
        detail: 'The role was changed, but the change could not be recorded. Repeat the request to finish.',
      })
    }
    return accepted(subject)
  })
}

type ChatFailure = Extract<
  Awaited<ReturnType<PersonAccountsDeps['chat']['update']>>,
  { ok: false }
>['refusal']

const half = (done: keyof typeof DONE, failure: ChatFailure | AccessRefusal): PeopleRefusal => ({
  code: 'role_partial',
  detail: `${DONE[done]} ${reasonOf(failure)} Repeat the request to finish.`,
})

const DONE = {
  admin: 'The person is now an organization administrator, but not yet an administrator of the web chat.',
  user: 'The person is no longer an organization administrator, but still an administrator of the web chat.',
  own: 'You are still an organization administrator; your role in the web chat is unknown.',
}

const reasonOf = (failure: ChatFailure | AccessRefusal): string => {
  switch (failure.code) {
    case 'protected':
      return failure.detail
    case 'email_taken':
      return describePeopleRefusal({ code: 'duplicate_email' })
    case 'unavailable':
    case 'refused':
    case 'missing':
    case 'unauthenticated':
      return chatappRefusal(failure).detail
    default:
      return describePeopleRefusal(failure)
  }
}
