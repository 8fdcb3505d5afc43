import type { App } from '#chatapp/accounts/sessions/app.ts'
import type { Accounts } from '#chatapp/accounts/accounts.ts'
import { findEditableAccount } from '#chatapp/accounts/find-editable-account.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import { listIdentities, releaseIdentity } from './contract.ts'
import type { Identities } from './identities.ts'

export interface IdentityRouteParts {
  accounts: Pick<Accounts, 'find' | 'primaryId'>
  identities: Pick<Identities, 'listOf' | 'release'>
  stopTurnsOf(accountId: string): Promise<void>
  events: Pick<ChatappEvents, 'identityReleased'>
}

export function identityRoutes(app: App, { accounts, identities, stopTurnsOf, events }: IdentityRouteParts) {
  app.handle(listIdentities, async ({ params: { id } }) => {
    if (!(await accounts.find(id))) throw new ChatappRefused('account_missing')
    return { items: await identities.listOf(id) }
  })

  app.handle(releaseIdentity, async ({ visitor, params: { id }, body: { issuer } }) => {
    await findEditableAccount(accounts, visitor.account.id, id)
    unwrapChatapp(await identities.release(id, issuer))
    await stopTurnsOf(id)
    events.identityReleased({ account: id, by: visitor.account.id, issuer })
    return true
  })
}
