import type { Access } from '#core/access/access.ts'
import type { ErrorCode } from '#ground/api/schema.ts'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { AccountMails } from '#core/mail/accounts/sender.ts'
import type { Language } from '#ground/turn/language/language.ts'
import type { Clock } from '#ground/base/clock.ts'
import { createOneByOne } from '#ground/base/one-by-one.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { ChatappRefusal } from '#ground/identity/chatapp-client/refusal.ts'
import type { Store } from '#ground/store/store.ts'
import { createPersonAccounts } from './accounts/accounts.ts'
import type { NewAccount } from './accounts/create.ts'
import type { ChangeAuthor } from './accounts/deps.ts'
import type { SignInControl } from './accounts/sign-in-control.ts'
import { createEndedRoles, startEndedRoles } from './accounts/ended-roles.ts'
import { createInvitations } from './invitations/invitations.ts'
import { queueResetMail } from './invitations/reset-mail.ts'
import { startAutoSync } from './auto-sync.ts'
import { readBelongings, readOpenWebuiBelongings } from './belongings.ts'
import { createMirror } from './mirror.ts'
import { createOperations, type OperationKind } from './operations.ts'
import { createReader } from './reader.ts'
import { createRefresh } from './refresh.ts'
import { describePeopleRefusal } from './refusal.ts'
import type { Belongings } from './schema.ts'
import { createNameMirror } from './mirrored-name.ts'
import { createSync, type SyncDeps } from './sync.ts'

export interface PeopleEvents {
  refreshFailed(event: { reason: string }): void
  syncFailed(event: { reason: string }): void
  endedRoleFailed(event: { reason: string }): void
  accountHalfChanged(event: { kind: OperationKind; error: unknown }): void
}

export interface PeopleDeps {
  hub: string
  store: Pick<Store, 'db' | 'transaction'>
  clock: Clock
  background: Clock
  access: Access
  accessChanges: Pick<AccessChanges, 'append' | 'list'>
  chatapp: Pick<ChatappClient, 'kind' | 'accounts' | 'groups' | 'models' | 'site'>
  agentNames(slugs: readonly string[]): Promise<ReadonlyMap<string, string>>
  newPassword(): string
  allowsOwnDeletion: boolean
  signIns: SignInControl
  foreignHubs?: SyncDeps['foreignHubs']
  mails: Pick<AccountMails, 'secret' | 'problem' | 'wake'>
  events: PeopleEvents
}

/** Synchronization is repeated, because administrators may change or delete the models of Hubs in Open WebUI. */
const REPEAT_SYNC_MS = 60_000

export type People = ReturnType<typeof createPeople>

export function createPeople(deps: PeopleDeps) {
  const { store, clock, access, accessChanges, chatapp, events } = deps
  const mirror = createMirror(deps)
  const operations = createOperations(deps)
  const refresh = createRefresh({
    accounts: chatapp.accounts,
    mirror,
    clock,
    onFailure: (reason) => events.refreshFailed({ reason }),
  })
  const accountsDeps = {
    store,
    clock,
    access,
    changes: accessChanges,
    chat: chatapp.accounts,
    mirror,
    refresh,
    operations,
    oneByOne: createOneByOne(),
    signIns: deps.signIns,
    newPassword: deps.newPassword,
    allowsOwnDeletion: deps.allowsOwnDeletion,
    onUnfinishedOperation: events.accountHalfChanged,
  }
  const accounts = createPersonAccounts(accountsDeps)
  const mailing = {
    mails: deps.mails,
    problem: async () => (chatapp.kind === 'openwebui' ? 'open_webui' : deps.mails.problem()),
  } as const
  const takesPasswords = async () => {
    const ways = await chatapp.site.signIn()
    return !ways.ok || (ways.value?.takes_passwords ?? true)
  }
  const endedRoles = startEndedRoles({
    clock: deps.background,
    endRoles: createEndedRoles(accountsDeps),
    onFailure: (reason) => events.endedRoleFailed({ reason }),
  })
  const sync = createSync({ ...deps, models: chatapp.models, mirror, refresh })
  const autoSync = startAutoSync({
    store,
    sync,
    mirrorName: createNameMirror({ ...deps, models: chatapp.models }),
    repeatMs: chatapp.kind === 'openwebui' ? REPEAT_SYNC_MS : null,
    clock: deps.background,
    onFailure: (reason) => events.syncFailed({ reason }),
  })

  return {
    ...createReader({ access, store, clock, mirror, refresh, operations, accessChanges }),
    accounts,
    invitations: createInvitations({ ...accountsDeps, ...mailing }),
    queueResetMail: (author: ChangeAuthor, wanted: { subject: string; language: Language }) =>
      queueResetMail({ ...accountsDeps, ...mailing, takesPasswords }, author, wanted),
    belongings: async (email: string): Promise<Result<Belongings, ChatappRefusal>> =>
      chatapp.kind === 'openwebui'
        ? readOpenWebuiBelongings(chatapp, email)
        : accepted(await readBelongings(store, email)),
    refresh: refresh.refresh,
    scheduleNameSync: autoSync.notify,
    sync: sync.run,
    scheduleWebChatSync() {
      autoSync.notify()
      void endedRoles.wake()
    },

    async createProposedAccount(
      author: ChangeAuthor,
      account: NewAccount,
    ): Promise<Result<unknown, { code: ErrorCode; detail: string }>> {
      const created = await accounts.create(author, account)
      return created.ok
        ? created
        : refused({ code: created.refusal.code, detail: describePeopleRefusal(created.refusal) })
    },

    async [Symbol.asyncDispose]() {
      await Promise.all([autoSync[Symbol.asyncDispose](), endedRoles[Symbol.asyncDispose]()])
      await refresh.idle()
    },
  }
}
