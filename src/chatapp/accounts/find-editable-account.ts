import { ChatappRefused } from '#chatapp/http/refused.ts'
import type { Account } from './account.ts'
import type { Accounts } from './accounts.ts'

/** Only the primary administrator may change the primary administrator's account. @throws ChatappRefused */
export async function findEditableAccount(
  accounts: Pick<Accounts, 'find' | 'primaryId'>,
  actorId: string,
  id: string,
): Promise<Account> {
  const account = await accounts.find(id)
  if (!account) throw new ChatappRefused('account_missing')
  if (actorId !== id && (await accounts.primaryId()) === id) throw new ChatappRefused('primary_admin')
  return account
}
