import type { SettingsView } from './settings.ts'

/** Fields of the administrators' form and their settings. */
export const ADMIN_FORM = {
  ENABLE_SIGNUP: 'ui.enable_signup',
  DEFAULT_USER_ROLE: 'ui.default_user_role',
  DEFAULT_GROUP_ID: 'ui.default_group_id',
  JWT_EXPIRES_IN: 'auth.jwt_expiry',
  REQUIRE_SECOND_FACTOR: 'auth.require_second_factor',
  WEBUI_URL: 'webui.url',
  ENABLE_API_KEYS: 'auth.enable_api_keys',
  ENABLE_API_KEYS_ENDPOINT_RESTRICTIONS: 'auth.api_key.endpoint_restrictions',
  API_KEYS_ALLOWED_ENDPOINTS: 'auth.api_key.allowed_endpoints',
  SHOW_ADMIN_DETAILS: 'auth.admin.show',
  ADMIN_EMAIL: 'auth.admin.email',
} as const

/** Unknown fields are kept as settings under this prefix. */
export const OTHER_PREFIX = 'admin_config.'

export const adminConfigView = (settings: SettingsView): Record<string, unknown> => ({
  ...settings.others(OTHER_PREFIX),
  ...Object.fromEntries(Object.entries(ADMIN_FORM).map(([field, name]) => [field, settings.get(name)])),
})
