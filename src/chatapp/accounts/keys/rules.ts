import type { Account } from '../account.ts'
import { isBelowAny } from '#chatapp/http/paths.ts'
import { isPermitted } from '../settings/permissions.ts'
import type { SettingsView } from '../settings/settings.ts'
import type { KeyLimits } from './api-keys.ts'

export const mayUseKeys = (account: Pick<Account, 'role'>, settings: Pick<SettingsView, 'get'>): boolean =>
  settings.get('auth.enable_api_keys') &&
  (account.role === 'admin' || isPermitted(settings.get('user.permissions'), 'features', 'api_keys'))

/** A key that is limited to some Hubs may call the web chat only at this path, and only with `GET`. */
const KEY_OWNER_PATH = '/api/v1/auths/'

export interface KeyUse {
  account: Pick<Account, 'role'>
  key: Pick<KeyLimits, 'hubs'>
  method: string | undefined
  url: string
}

export function checkKeyUse(
  { account, key, method, url }: KeyUse,
  settings: Pick<SettingsView, 'get'>,
): 'keys_off' | 'key_path_closed' | 'key_for_hubs' | null {
  if (!mayUseKeys(account, settings)) return 'keys_off'
  const path = url.split('?')[0]!
  if (key.hubs !== null && (path !== KEY_OWNER_PATH || method !== 'GET')) return 'key_for_hubs'
  if (!settings.get('auth.api_key.endpoint_restrictions')) return null
  const allowed = settings.get('auth.api_key.allowed_endpoints').split(',')
  return isBelowAny(path, allowed) ? null : 'key_path_closed'
}

/** False for a limited key, which could otherwise create an unlimited key. */
export const mayManageKeys = (key: KeyLimits | null): boolean =>
  key === null || (key.hubs === null && key.expiresAt === null)
