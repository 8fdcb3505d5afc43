import type { Account } from '../accounts/account.ts'
import { isBelowAny } from '../http/paths.ts'
import { isPermitted } from '../settings/permissions.ts'
import type { SettingsView } from '../settings/settings.ts'

/** Whether both switches that keys need are on for this account. */
export const mayUseKeys = (account: Pick<Account, 'role'>, settings: Pick<SettingsView, 'get'>): boolean =>
  settings.get('auth.enable_api_keys') &&
  (account.role === 'admin' || isPermitted(settings.get('user.permissions'), 'features', 'api_keys'))

/** Why a key may not be used for this address, or null. Decided at every use, so that switches act at once. */
export function checkKeyUse(
  account: Pick<Account, 'role'>,
  url: string,
  settings: Pick<SettingsView, 'get'>,
): 'keys_off' | 'key_path_closed' | null {
  if (!mayUseKeys(account, settings)) return 'keys_off'
  if (!settings.get('auth.api_key.endpoint_restrictions')) return null
  const allowed = settings.get('auth.api_key.allowed_endpoints').split(',')
  return isBelowAny(url.split('?')[0]!, allowed) ? null : 'key_path_closed'
}
