import { normalEmail } from '#ground/identity/caller.ts'
import type { Store } from '#ground/store/store.ts'

/** Take an account's second factors away, with all that belongs to them. */
export const removeFactors = (store: Pick<Store, 'transaction'>, id: string): Promise<void> =>
  store.transaction(async (tx) => {
    await tx.deleteFrom('chatapp_recovery_codes').where('user_id', '=', id).execute()
    await tx.deleteFrom('chatapp_totp').where('user_id', '=', id).execute()
  })

/** As `removeFactors`, of whom an address names. Without such an account there is nothing to do. */
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
