import { z } from 'zod'
import { Permissions } from './permissions.ts'

const Address = z.url({ protocol: /^https?$/, error: 'expected an http or https address' }).max(2000)

/** How a connection stored by an administrator is used; unknown keys are kept. */
export const ConnectionConfig = z.looseObject({
  enable: z.boolean().optional(),
  prefix_id: z.string().max(64).nullish(),
  model_ids: z.array(z.string().max(256)).max(500).optional(),
  auth_type: z.string().max(32).nullish(),
  headers: z.record(z.string().regex(/^[\w-]{1,64}$/), z.string().max(2000)).nullish(),
})
export type ConnectionConfig = z.infer<typeof ConnectionConfig>

/** `-1` or `0`: as long as we allow; else a number and a unit. */
export const JwtExpiry = z
  .string()
  .regex(/^(-1|0|(\d{1,9}(\.\d+)?(ms|s|m|h|d|w))+)$/, 'expected such as 4w, 12h or -1')

/** Settings by their storage names. Others are stored and given back unread. */
export const KNOWN = {
  'ui.enable_signup': z.boolean(),
  'ui.default_user_role': z.enum(['pending', 'user', 'admin']),
  'ui.default_group_id': z.string().max(64),
  'auth.jwt_expiry': JwtExpiry,
  'auth.enable_api_keys': z.boolean(),
  'auth.api_key.endpoint_restrictions': z.boolean(),
  'auth.api_key.allowed_endpoints': z.string().max(5000),
  'auth.admin.show': z.boolean(),
  'auth.admin.email': z.string().max(254).nullable(),
  'webui.url': z.string().max(2000),
  'user.permissions': Permissions,
  'openai.enable': z.boolean(),
  'openai.api_base_urls': z.array(Address).max(50),
  'openai.api_keys': z.array(z.string().max(1000)).max(50),
  'openai.api_configs': z.record(z.string().regex(/^\d{1,3}$/), ConnectionConfig),
} as const

export type SettingName = keyof typeof KNOWN
export type SettingValues = { [Name in SettingName]: z.infer<(typeof KNOWN)[Name]> }
