import type { Transaction } from 'kysely'
import type { Access } from '#core/access/access.ts'
import { MANAGE_ACCESS, ORGANIZATION } from '#core/access/permission.ts'
import { describePolicyRefusal } from '#core/access/refusal.ts'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Invitation } from '#ground/identity/account-links/invitations.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { ClientAccount } from '#ground/identity/chatapp-client/account.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { accountChange } from '../accounts/deps.ts'
import { operationsOf } from '../accounts/create.ts'
import { createMirror } from '../mirror.ts'
import { createOperations, end } from '../operations.ts'
import type { GrantItem, SignInMethod } from '../schema.ts'

export interface AcceptedDeps {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Clock
  access: Pick<Access, 'applyAll'>
  changes: Pick<AccessChanges, 'append'>
  onFailure(failure: { account: string; reason: string }): void
}

export interface Accepted {
  invitation: Invitation
  name: string
  signIn: SignInMethod
  request: string | null
}

/**
 * 1. `begin` runs in the transaction that creates the account. It records the acceptance, and stores the invited access
 *    as unfinished.
 * 2. `finish` grants this access on behalf of the person who invited, within that person's present rights. If this
 *    fails, the Console lists the unfinished access, and an administrator can grant it there.
 */
export function createAcceptedInvitations(deps: AcceptedDeps) {
  const { store, clock, access, changes } = deps
  const mirror = createMirror({ store, clock })
  return {
    async begin(tx: Transaction<Tables>, { invitation, name, signIn, request }: Accepted): Promise<void> {
      const { email, role, groups, invitedBy } = invitation
      const grants = grantsOf(invitation, clock.now())
      if (grants.length > 0)
        await createOperations({ store: { db: tx }, clock }).begin(
          'create',
          email,
          { grants, signIn, created: true },
          invitedBy,
        )
      const after = { name, role, sign_in: signIn, groups, invited_by: invitedBy }
      await changes.append(tx, [
        accountChange(
          deps,
          { email, requestId: request },
          { action: 'account.accept', subject: email, after },
        ),
      ])
    },

    /** False if the access was not granted. */
    async finish({ invitation, request }: Accepted, account: ClientAccount): Promise<boolean> {
      const { email, invitedBy } = invitation
      await mirror.applyAccount(account)
      const grants = grantsOf(invitation, clock.now())
      if (grants.length === 0) return true
      const given = await access.applyAll(
        { actor: { subject: invitedBy }, request },
        operationsOf(email, grants),
      )
      if (!given.ok) {
        deps.onFailure({ account: account.id, reason: describePolicyRefusal(given.refusal) })
        return false
      }
      await end(store.db, email, ['create'])
      return true
    },
  }
}

export const unexpired = (grants: Invitation['grants'], now: number): Invitation['grants'] =>
  grants.filter(({ expires_at: end }) => end === undefined || Date.parse(end) > now)

const grantsOf = ({ role, grants }: Invitation, now: number): GrantItem[] => [
  ...unexpired(grants, now),
  ...(role === 'admin' ? [{ hub: ORGANIZATION, permission: MANAGE_ACCESS }] : []),
]
