import type { Store } from '#ground/store/store.ts'

export interface GivenIdentity {
  id: string
  issuer: string
  subject: string
}

export async function giveIdentity(
  { db }: Pick<Store, 'db'>,
  { id, issuer, subject }: GivenIdentity,
): Promise<void> {
  const created_at = Math.floor(Date.now() / 1000)
  await db
    .insertInto('chatapp_identities')
    .values({ issuer, subject, user_id: id, is_vouched: 1, created_at, email: null })
    .execute()
  await db
    .updateTable('chatapp_users')
    .set({ oauth: JSON.stringify({ corp: { sub: subject } }) })
    .where('id', '=', id)
    .execute()
}
