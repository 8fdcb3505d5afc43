import type { Store } from '#ground/store/store.ts'

/** Whether an account that runs act as is there. `unknown`: the web chat can't be asked, and nothing is known of a deletion. */
export type ActingAccount = 'there' | 'deleted' | 'none' | 'unknown'

export interface ActingAccountDeps {
  store: Pick<Store, 'db'>
  /** Ask the web chat. Undefined: it can't be asked now. */
  hasAccount(email: string): Promise<boolean | undefined>
}

/** Tell deleted accounts from others, also where nothing of them was ever granted. Services (`svc:…`) have no account. */
export const createActingAccount =
  ({ store: { db }, hasAccount }: ActingAccountDeps) =>
  async (email: string): Promise<ActingAccount> => {
    if (email.startsWith('svc:')) return 'there'
    const has = await hasAccount(email)
    if (has) return 'there'
    if (await wasDeleted(db, email)) return 'deleted'
    return has === false ? 'none' : 'unknown'
  }

/** The ledger tells of deletions through the Console, the last one counts: the same e-mail may come again. */
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
