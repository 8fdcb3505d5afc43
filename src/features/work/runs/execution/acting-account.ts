import type { Store } from '#ground/store/store.ts'

/** `unknown`: the web chat is unavailable, and no deletion is recorded. */
export type ActingAccount = 'there' | 'deleted' | 'none' | 'unknown'

export interface ActingAccountDeps {
  store: Pick<Store, 'db'>
  /** Undefined if the web chat is unavailable. */
  hasAccount(email: string): Promise<boolean | undefined>
}

/** Services (`svc:…`) have no account and count as present. */
export const createActingAccount =
  ({ store: { db }, hasAccount }: ActingAccountDeps) =>
  async (email: string): Promise<ActingAccount> => {
    if (email.startsWith('svc:')) return 'there'
    const has = await hasAccount(email)
    if (has) return 'there'
    if (await wasDeleted(db, email)) return 'deleted'
    return has === false ? 'none' : 'unknown'
  }

/** The access changes record deletions from the Console. The last entry decides, because an e-mail may be reused. */
async function wasDeleted(db: Store['db'], email: string): Promise<boolean> {
  const last = await db
    .selectFrom('access_changes')
    .select('action')
    .where('subject', '=', email)
    .where('action', 'in', ['account.create', 'account.delete'])
    .orderBy('at_ms', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.action === 'account.delete'
}
