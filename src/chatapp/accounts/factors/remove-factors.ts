import type { Transaction } from 'kysely'
import { normalEmail } from '#ground/identity/caller.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'

export const removeCodes = (store: Pick<Store, 'transaction'>, id: string): Promise<void> =>
  store.transaction((tx) => deleteCodes(tx, id))

/** Removes passkeys too, because a lost device may have held any factor. */
export const removeFactors = (store: Pick<Store, 'transaction'>, id: string): Promise<void> =>
  store.transaction(async (tx) => {
    await deleteCodes(tx, id)
    await tx.deleteFrom('chatapp_passkeys').where('user_id', '=', id).execute()
  })

async function deleteCodes(tx: Transaction<Tables>, id: string): Promise<void> {
  await tx.deleteFrom('chatapp_recovery_codes').where('user_id', '=', id).execute()
  await tx.deleteFrom('chatapp_totp').where('user_id', '=', id).execute()
}

export async function removeFactorsOf(
  store: Pick<Store, 'db' | 'transaction'>,
  email: string,
): Promise<void> {
  const account = await store.db
    .selectFrom('chatapp_users')
    .select('id')
    .where('email', '=', normalEmail(email))
    .executeTakeFirst()
  if (account) await removeFactors(store, account.id)
}
