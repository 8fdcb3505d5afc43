import { defaultPermissions } from './permissions.ts'
import type { SettingValues } from './schema.ts'

export interface StartSettings {
  signUp: boolean
  defaultRole: 'pending' | 'user'
  sessionSeconds: number
  apiKeys: boolean
  /** Without a trailing slash; empty if unknown. */
  publicUrl: string
}

export const defaultSettings = (start: StartSettings): SettingValues => ({
  'ui.enable_signup': start.signUp,
  'ui.default_user_role': start.defaultRole,
  'ui.default_group_id': '',
  'auth.jwt_expiry': `${start.sessionSeconds}s`,
  'auth.require_second_factor': false,
  'auth.enable_api_keys': start.apiKeys,
  'auth.api_key.endpoint_restrictions': false,
  'auth.api_key.allowed_endpoints': '',
  'auth.admin.show': true,
  'auth.admin.email': null,
  'webui.url': start.publicUrl,
  'user.permissions': defaultPermissions(start),
  'ui.banners': [],
  'openai.enable': true,
  'openai.api_base_urls': [],
  'openai.api_keys': [],
  'openai.api_configs': {},
})
