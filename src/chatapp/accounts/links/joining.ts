import type { Transaction } from 'kysely'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { ClientAccount } from '#ground/identity/chatapp-client/account.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { findInvitation, type OpenInvitation } from '#ground/identity/account-links/invitations.ts'
import { useLink } from '#ground/identity/account-links/links.ts'
import { ChatappRefused } from '#chatapp/http/refused.ts'
import type { Account } from '../account.ts'
import type { Accounts } from '../accounts.ts'

/** An invitation together with the account that its owner creates. */
export interface Joined {
  invitation: OpenInvitation
  name: string
  signIn: 'password' | 'idp'
  /** Id of the request; null for a sign-in at an identity provider. */
  request: string | null
}

/** What follows an accepted invitation outside of the web chat. */
export interface InvitedAccess {
  /** Runs in the transaction that creates the account. */
  begin(tx: Transaction<Tables>, joined: Joined): Promise<void>
  /** False if the invited access was not granted. */
  finish(joined: Joined, account: ClientAccount): Promise<boolean>
}

export type Joining = ReturnType<typeof createJoining>

export function createJoining({
  store,
  clock,
  accounts,
  invitedAccess,
}: {
  store: Pick<Store, 'db'>
  clock: Clock
  accounts: Pick<Accounts, 'update'>
  invitedAccess: InvitedAccess
}) {
  return {
    find: (email: string): Promise<OpenInvitation | null> => findInvitation(store.db, email, clock.now()),

    /** @throws ChatappRefused if another request used, replaced or withdrew the invitation */
    async begin(tx: Transaction<Tables>, accountId: string, joined: Joined): Promise<void> {
      if (!(await useLink(tx, joined.invitation.link))) throw new ChatappRefused('link_gone')
      await addToGroups(tx, joined.invitation.groups, { accountId, now: epochSeconds(clock) })
      await invitedAccess.begin(tx, joined)
    },

    /** An invited administrator becomes administrator only if the person who invited may still give this role. */
    async finish(joined: Joined, account: Account): Promise<Account> {
      const { invitation, signIn } = joined
      const isGiven = await invitedAccess.finish(joined, { ...account, signIn })
      if (!isGiven || invitation.role !== 'admin') return account
      const promoted = await accounts.update(account.id, { role: 'admin' })
      return promoted.ok ? promoted.value : account
    },
  }
}

/** Skips groups that were deleted after the invitation. */
async function addToGroups(
  tx: Transaction<Tables>,
  groups: readonly string[],
  { accountId, now }: { accountId: string; now: number },
): Promise<void> {
  if (groups.length === 0) return
  const found = await tx.selectFrom('chatapp_groups').select('id').where('id', 'in', groups).execute()
  if (found.length === 0) return
  await tx
    .insertInto('chatapp_group_members')
    .values(found.map(({ id }) => ({ group_id: id, user_id: accountId, created_at: now })))
    .execute()
}
