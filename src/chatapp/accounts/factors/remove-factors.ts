import { normalEmail } from '#ground/identity/caller.ts'
import type { Store } from '#ground/store/store.ts'

/** Take somebody's second factors away. Without such an account there is nothing to do. */
export async function removeFactorsOf(store: Pick<Store, 'transaction'>, email: string): Promise<void> {
  await store.transaction(async (tx) => {
    for (const table of ['chatapp_recovery_codes', 'chatapp_totp'] as const)
      await tx
        .deleteFrom(table)
        .where('user_id', 'in', (query) =>
          query.selectFrom('chatapp_users').select('id').where('email', '=', normalEmail(email)),
        )
        .execute()
  })
}
