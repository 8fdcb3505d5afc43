import type { Access } from '#core/access/access.ts'
import type { Actor } from '#core/access/change.ts'
import { isPerson, parseSubject, type Subject } from '#core/access/subject.ts'
import type { AccessChange, AccessChanges } from '#core/audit/access-changes.ts'
import type { JsonValue } from '#core/audit/canonical-json.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { OneByOne } from '#ground/base/one-by-one.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { ClientAccount } from '#ground/identity/chatapp-client/account.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { Store } from '#ground/store/store.ts'
import type { Mirror } from '../mirror.ts'
import { end, type OperationKind, type Operations } from '../operations.ts'
import type { Refresh } from '../refresh.ts'
import { chatappRefusal, type PeopleRefusal } from '../refusal.ts'
import type { SignInControl } from './sign-in-control.ts'

export interface PersonAccountsDeps {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Pick<Clock, 'now'>
  access: Pick<
    Access,
    'applyAll' | 'preview' | 'block' | 'unblock' | 'removeSubject' | 'isOrganizationAdmin' | 'blockedAmong'
  >
  changes: Pick<AccessChanges, 'append'>
  chat: Pick<
    ChatappClient['accounts'],
    'findByEmail' | 'get' | 'create' | 'update' | 'remove' | 'identities' | 'releaseIdentity'
  >
  mirror: Mirror
  refresh: Pick<Refresh, 'ensureRead'>
  operations: Operations
  oneByOne: OneByOne
  signIns: SignInControl
  /** A random password, which the Hub does not store, for accounts that sign in through an identity provider. */
  newPassword(): string
  allowsOwnDeletion: boolean
  /** Called if the database fails after the web chat was changed. */
  onUnfinishedOperation(event: { kind: OperationKind; error: unknown }): void
}

export interface ChangeAuthor {
  email: string
  requestId: string
}

export const contextOf = ({ email, requestId }: ChangeAuthor): { actor: Actor; request: string } => ({
  actor: { subject: email },
  request: requestId,
})

export function personNamed(text: string, field: string): Result<Subject, PeopleRefusal> {
  const subject = parseSubject(text)
  if (subject !== null && isPerson(subject)) return accepted(subject)
  return refused({ code: 'invalid', field, message: `${field}: expected an e-mail address.` })
}

export async function findLive(
  { chat }: Pick<PersonAccountsDeps, 'chat'>,
  subject: Subject,
): Promise<Result<ClientAccount | null, PeopleRefusal>> {
  const found = await chat.findByEmail(subject)
  return found.ok ? found : refused(chatappRefusal(found.refusal))
}

export async function requireLive(
  deps: PersonAccountsDeps,
  subject: Subject,
): Promise<Result<ClientAccount, PeopleRefusal>> {
  const found = await findLive(deps, subject)
  if (!found.ok) return found
  return found.value ? accepted(found.value) : refused({ code: 'not_found', account: subject })
}

/** True for the first administrator, whom the web chat never demotes or deletes. */
export async function isPrimary(
  { refresh, mirror }: Pick<PersonAccountsDeps, 'refresh' | 'mirror'>,
  subject: Subject,
): Promise<Result<boolean, PeopleRefusal>> {
  const read = await refresh.ensureRead()
  if (!read.ok) return refused(chatappRefusal(read.refusal))
  return accepted((await mirror.find(subject))?.is_primary === 1)
}

export interface AccountChange {
  action: `account.${string}`
  subject: Subject
  before?: JsonValue
  after?: JsonValue
}

export const accountChange = (
  { clock }: Pick<PersonAccountsDeps, 'clock'>,
  author: { email: string; requestId: string | null },
  { action, subject, before = null, after = null }: AccountChange,
): AccessChange => ({
  at: clock.now(),
  actor: author.email,
  action,
  subject,
  hub: null,
  permission: null,
  before,
  after,
  reason: null,
  request: author.requestId,
  revision: null,
})

/** Records a change to an account, and deletes its unfinished operations in the same transaction. */
export const recordAccountChange = (
  deps: PersonAccountsDeps,
  author: ChangeAuthor,
  change: AccountChange,
  finished: readonly OperationKind[] = [],
): Promise<void> =>
  deps.store.transaction(async (tx) => {
    if (finished.length > 0) await end(tx, change.subject, finished)
    await deps.changes.append(tx, [accountChange(deps, author, change)])
  })
