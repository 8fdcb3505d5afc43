import type { Transaction } from 'kysely'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { SERVICE } from '#chatapp/accounts/sessions/service.ts'
import type { IdentityProvider } from './provider.ts'

interface Membership {
  provider: Pick<IdentityProvider, 'name'>
  issuer: string
  accountId: string
  names: readonly string[]
}

export const createAssignedGroups = ({ store, clock }: { store: Store; clock: Clock }) => ({
  follow: (membership: Membership): Promise<void> =>
    store.transaction(async (tx) => {
      const { issuer, accountId, names } = membership
      const now = epochSeconds(clock)
      const ids: string[] = []
      // A fixed order prevents deadlocks between concurrent sign-ins.
      for (const name of names.toSorted()) ids.push(await groupOf(tx, membership, { name, now }))
      const assigned = tx.selectFrom('chatapp_given_groups').select('group_id').where('issuer', '=', issuer)
      let removal = tx
        .deleteFrom('chatapp_group_members')
        .where('user_id', '=', accountId)
        .where('group_id', 'in', assigned)
      if (ids.length > 0) removal = removal.where('group_id', 'not in', ids)
      await removal.execute()
      if (ids.length === 0) return
      await tx
        .insertInto('chatapp_group_members')
        .values(ids.map((id) => ({ group_id: id, user_id: accountId, created_at: now })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }),
})

async function groupOf(
  tx: Transaction<Tables>,
  { provider, issuer }: Membership,
  { name, now }: { name: string; now: number },
): Promise<string> {
  const known = await findAssigned(tx, issuer, name)
  if (known !== null) return known
  const id = newId()
  await tx
    .insertInto('chatapp_groups')
    .values({
      id,
      user_id: SERVICE.id,
      name,
      description: `${provider.name} sets the members of this group.`,
      data: null,
      permissions: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const claim = await tx
    .insertInto('chatapp_given_groups')
    .values({ issuer, name, group_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (claim.numInsertedOrUpdatedRows) return id
  await tx.deleteFrom('chatapp_groups').where('id', '=', id).execute() // a concurrent sign-in created the group first
  return (await findAssigned(tx, issuer, name))!
}

async function findAssigned(tx: Transaction<Tables>, issuer: string, name: string): Promise<string | null> {
  const row = await tx
    .selectFrom('chatapp_given_groups')
    .select('group_id')
    .where('issuer', '=', issuer)
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.group_id ?? null
}
