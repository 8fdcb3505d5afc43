import { ChatappRefused } from '#chatapp/http/refused.ts'
import type { Account } from './account.ts'
import type { Accounts } from './accounts.ts'

/**
 * The account that an administrator is about to do something to: the first administrator's own is out of the reach of others.
 *
 * @throws ChatappRefused when there is none, or it is out of reach.
 */
export async function accountInReach(
  accounts: Pick<Accounts, 'find' | 'primaryId'>,
  actorId: string,
  id: string,
): Promise<Account> {
  const account = await accounts.find(id)
  if (!account) throw new ChatappRefused('account_missing')
  if (actorId !== id && (await accounts.primaryId()) === id) throw new ChatappRefused('primary_admin')
  return account
}
