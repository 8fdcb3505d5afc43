import type { Account } from '#chatapp/accounts/account.ts'
import type { Provider } from './provider.ts'

/** True if a person may have a connection with this provider. No grants: administrators only. Pure. */
export function mayConnect(
  account: Pick<Account, 'id' | 'role'>,
  groupIds: readonly string[],
  { enabled, grants }: Pick<Provider, 'enabled' | 'grants'>,
): boolean {
  if (!enabled || account.role === 'pending') return false
  if (account.role === 'admin') return true
  return grants.some(({ principal_type: type, principal_id: id }) =>
    type === 'group' ? groupIds.includes(id) : id === '*' || id === account.id,
  )
}
