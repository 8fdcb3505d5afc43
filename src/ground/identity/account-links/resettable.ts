import type { Store } from '#ground/store/store.ts'

export interface ResettableAccount {
  id: string
  email: string
}

export interface ResettableDeps {
  store: Pick<Store, 'db'>
  isBlocked(email: string): Promise<boolean>
}

/**
 * Null without an account whose owner may set a password by mail: blocked people, people who wait for approval, and
 * people who sign in at an identity provider.
 */
export async function findResettable(
  { store, isBlocked }: ResettableDeps,
  email: string,
): Promise<ResettableAccount | null> {
  const account = await store.db
    .selectFrom('chatapp_users')
    .leftJoin('people', 'people.subject', 'chatapp_users.email')
    .select(['chatapp_users.id', 'chatapp_users.email', 'people.chosen_sign_in'])
    .where('chatapp_users.email', '=', email)
    .where('chatapp_users.role', '!=', 'pending')
    .where('chatapp_users.oauth', 'is', null)
    .executeTakeFirst()
  if (!account || account.chosen_sign_in === 'idp' || (await isBlocked(email))) return null
  return { id: account.id, email: account.email }
}
