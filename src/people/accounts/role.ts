import type { Operation as AccessOperation } from '#access/change.ts'
import { MANAGE_ACCESS, ORGANIZATION } from '#access/permission.ts'
import type { Subject } from '#access/subject.ts'
import { accepted, refused, type Result } from '#base/result.ts'
import { chatappRefusal, describeRefusal, type Refusal } from '../refusal.ts'
import type { AccountRole } from '../schema.ts'
import {
  contextOf,
  isPrimary,
  personNamed,
  recordAccountChange,
  requireLive,
  type AccountsDeps,
  type Asker,
} from './deps.ts'

/**
 * Make somebody an administrator, or a user: organization administration and the web chat's role move together. When
 * only the first moves, asking again moves the second.
 *
 * Source: service specification 1.0.1, "Role moves".
 */
export async function changeRole(
  deps: AccountsDeps,
  asker: Asker,
  { subject: text, role }: { subject: string; role: AccountRole },
): Promise<Result<Subject, Refusal>> {
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
        detail: 'This is the web chat’s first administrator, who can’t be made a user.',
      })
    const organization: AccessOperation[] = [
      {
        action: role === 'admin' ? 'grant' : 'revoke',
        subject,
        hub: ORGANIZATION,
        permission: MANAGE_ACCESS,
      },
    ]
    const allowed = await deps.access.preview(contextOf(asker), organization)
    if (!allowed.ok) return allowed
    const begun = await deps.operations.find('role', subject)
    if (!begun && allowed.value.changed.length === 0 && live.value.role === role) return accepted(subject)

    await deps.operations.begin('role', subject, { role }, asker.email)
    const moved = await deps.access.applyAll(contextOf(asker), organization)
    if (!moved.ok) {
      await deps.operations.withdraw('role', subject, begun)
      return moved
    }
    const { id, role: before } = live.value
    const updated = before === role ? live : await deps.chat.update(id, { role })
    if (!updated.ok) return refused(half(role, updated.refusal))
    try {
      await recordAccountChange(deps, asker, { action: 'account.role', subject, before, after: role }, [
        'role',
      ])
      await deps.mirror.seeAccount(updated.value)
    } catch (error) {
      deps.onHalf({ kind: 'role', error })
      return refused({
        code: 'role_partial',
        detail: 'The role was changed, but that could not be recorded. Ask again to finish.',
      })
    }
    return accepted(subject)
  })
}

type ChatFailure = Extract<Awaited<ReturnType<AccountsDeps['chat']['update']>>, { ok: false }>['refusal']

const half = (role: AccountRole, failure: ChatFailure | Refusal): Refusal => {
  const done =
    role === 'admin'
      ? 'They administer the organization now, but are no administrator of the web chat yet.'
      : 'They do not administer the organization any more, but are still an administrator of the web chat.'
  return { code: 'role_partial', detail: `${done} ${reasonOf(failure)} Ask again to finish.` }
}

const reasonOf = (failure: ChatFailure | Refusal): string => {
  if (failure.code === 'protected') return failure.detail
  if (failure.code === 'email_taken') return describeRefusal({ code: 'duplicate_email' })
  return chatappRefusal(failure as Parameters<typeof chatappRefusal>[0]).detail
}
