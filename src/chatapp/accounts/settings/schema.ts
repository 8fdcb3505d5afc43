import { z } from 'zod'

/** Unknown sections and names are stored unchanged. */
export const Permissions = z.record(z.string().max(64), z.record(z.string().max(64), z.boolean()))
export type Permissions = z.infer<typeof Permissions>

const SECTIONS = ['workspace', 'sharing', 'chat', 'features', 'settings'] as const

/** Requires all sections, because a missing section would switch off its permissions. */
export const DefaultPermissionsRequest = Permissions.refine(
  (permissions) => SECTIONS.every((section) => Object.hasOwn(permissions, section)),
  `every section is required: ${SECTIONS.join(', ')}`,
)

const Address = z.url({ protocol: /^https?$/, error: 'expected an http or https address' }).max(2000)

export const ConnectionConfig = z.looseObject({
  id: z.string().max(64).optional(),
  enable: z.boolean().optional(),
  prefix_id: z.string().max(64).nullish(),
  model_ids: z.array(z.string().max(256)).max(500).optional(),
  auth_type: z.string().max(32).nullish(),
  headers: z.record(z.string().regex(/^[\w-]{1,64}$/), z.string().max(2000)).nullish(),
})
export type ConnectionConfig = z.infer<typeof ConnectionConfig>

/** `-1` and `0` mean the maximum lifetime. */
export const JwtExpiry = z
  .string()
  .regex(/^(-1|0|(\d{1,9}(\.\d+)?(ms|s|m|h|d|w))+)$/, 'expected such as 4w, 12h or -1')

/** Banner above every page. It disappears at `until` (ISO 8601); if null, it stays until it is removed. */
export const Banner = z.object({
  /** Pages hide a dismissed banner by its id. */
  id: z.string().min(1).max(64),
  type: z.enum(['info', 'warning', 'error']),
  content: z.string().trim().min(1).max(500),
  until: z.iso.datetime().nullish(),
  /** Open WebUI's clients require this field. Epoch seconds. */
  timestamp: z.number().int().min(0).max(1e12).optional(),
})
export type Banner = z.infer<typeof Banner>

/** Settings with a schema. All other settings are stored unchecked. */
export const KNOWN = {
  'ui.enable_signup': z.boolean(),
  'ui.default_user_role': z.enum(['pending', 'user', 'admin']),
  'ui.default_group_id': z.string().max(64),
  'auth.jwt_expiry': JwtExpiry,
  'auth.require_second_factor': z.boolean(),
  'auth.enable_api_keys': z.boolean(),
  'auth.api_key.endpoint_restrictions': z.boolean(),
  'auth.api_key.allowed_endpoints': z.string().max(5000),
  'auth.admin.show': z.boolean(),
  'auth.admin.email': z.string().max(254).nullable(),
  'webui.url': z.string().max(2000),
  'user.permissions': Permissions,
  'ui.banners': z.array(Banner).max(1),
  'openai.enable': z.boolean(),
  'openai.api_base_urls': z.array(Address).max(50),
  'openai.api_keys': z.array(z.string().max(1000)).max(50),
  'openai.api_configs': z.record(z.string().regex(/^\d{1,3}$/), ConnectionConfig),
} as const

export type SettingName = keyof typeof KNOWN
export type SettingValues = { [Name in SettingName]: z.infer<(typeof KNOWN)[Name]> }

/** Switches are required, because a missing switch would count as off. */
export const AdminConfigRequest = z.looseObject({
  ENABLE_SIGNUP: KNOWN['ui.enable_signup'],
  ENABLE_API_KEYS: KNOWN['auth.enable_api_keys'],
  ENABLE_API_KEYS_ENDPOINT_RESTRICTIONS: KNOWN['auth.api_key.endpoint_restrictions'],
  SHOW_ADMIN_DETAILS: KNOWN['auth.admin.show'],
  DEFAULT_USER_ROLE: KNOWN['ui.default_user_role'],
  DEFAULT_GROUP_ID: KNOWN['ui.default_group_id'].optional(),
  JWT_EXPIRES_IN: KNOWN['auth.jwt_expiry'],
  REQUIRE_SECOND_FACTOR: KNOWN['auth.require_second_factor'].optional(),
  WEBUI_URL: KNOWN['webui.url'].optional(),
  API_KEYS_ALLOWED_ENDPOINTS: KNOWN['auth.api_key.allowed_endpoints'].optional(),
  ADMIN_EMAIL: KNOWN['auth.admin.email'].optional(),
})

const isReserved = (name: string) => name.startsWith('internal.')

const SettingsPatch = z.record(z.string().max(200), z.unknown()).transform((values, context) => {
  const checked: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    if (isReserved(name)) continue
    const schema = Object.hasOwn(KNOWN, name) ? KNOWN[name as SettingName] : z.unknown()
    const parsed = schema.safeParse(value)
    if (parsed.success) checked[name] = parsed.data
    else
      for (const issue of parsed.error.issues)
        context.addIssue({ code: 'custom', message: issue.message, path: [name, ...issue.path] })
  }
  return checked
})

export const SettingsImport = z.object({ config: SettingsPatch })

export const AdminDetails = z.object({ name: z.string().nullable(), email: z.string().nullable() })

export const LdapConfig = z.object({ ENABLE_LDAP: z.literal(false) })

export const LdapServer = z.object({
  label: z.literal(''),
  host: z.literal(''),
  port: z.null(),
  app_dn: z.literal(''),
  app_dn_password: z.literal(''),
  search_base: z.literal(''),
})

export const OAuthConfig = z.object({
  ENABLE_OAUTH: z.boolean(),
  OAUTH_PROVIDER_NAME: z.string().nullable(),
  OPENID_PROVIDER_URL: z.string().nullable(),
  OAUTH_CLIENT_ID: z.string().nullable(),
  OAUTH_SCOPES: z.string().nullable(),
})

export const NamespaceParams = z.object({ namespace: z.string().regex(/^[\w.-]{1,64}$/) })

export const ConnectionsConfig = z.object({
  ENABLE_DIRECT_CONNECTIONS: z.literal(false),
  ENABLE_DIRECT_INTEGRATIONS: z.literal(false),
  ENABLE_BASE_MODELS_CACHE: z.literal(true),
})

export const ModelsConfig = z.object({
  DEFAULT_MODELS: z.null(),
  DEFAULT_PINNED_MODELS: z.null(),
  MODEL_ORDER_LIST: z.array(z.string()),
  DEFAULT_MODEL_METADATA: z.object({}),
  DEFAULT_MODEL_PARAMS: z.object({}),
})

export const ModelsDefaults = ModelsConfig.pick({ DEFAULT_MODEL_METADATA: true })

export const CodeExecutionConfig = z.object({
  ENABLE_CODE_EXECUTION: z.literal(false),
  CODE_EXECUTION_ENGINE: z.literal(''),
  ENABLE_CODE_INTERPRETER: z.literal(false),
  CODE_INTERPRETER_ENGINE: z.literal(''),
})

export const TerminalServers = z.object({ TERMINAL_SERVER_CONNECTIONS: z.array(z.never()) })

export const BannersRequest = z.object({ banners: KNOWN['ui.banners'] })

export const SignInConfig = z.object({
  takes_passwords: z.boolean(),
  /** True if the configuration requires a second factor, independent of the administrators' setting. */
  requires_second_factor: z.boolean(),
  providers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      issuer: z.string(),
      client_id: z.string(),
      has_secret: z.boolean(),
      scope: z.string(),
      /** Null: the site's sign-up setting decides. */
      sign_up: z.boolean().nullable(),
      default_role: z.enum(['pending', 'user']).nullable(),
      link: z.boolean(),
      allowed_domains: z.array(z.string()),
      role_claim: z.string().nullable(),
      groups_claim: z.string().nullable(),
      /** Null if the provider was set up in the Console. */
      variable: z.string().nullable(),
    }),
  ),
})

export const SettingsRecord = z.record(z.string(), z.unknown())

export const SiteConfig = z.object({
  /** Present while no account exists. */
  onboarding: z.literal(true).optional(),
  status: z.boolean(),
  name: z.string(),
  version: z.string(),
  default_locale: z.string(),
  oauth: z.object({ providers: z.record(z.string(), z.string()), auto_redirect: z.boolean() }),
  features: z.object({
    auth: z.boolean(),
    auth_trusted_header: z.boolean(),
    enable_signup_password_confirmation: z.boolean(),
    enable_ldap: z.boolean(),
    enable_signup: z.boolean(),
    enable_login_form: z.boolean(),
    enable_websocket: z.boolean(),
    enable_password_reset: z.boolean().optional(),
    enable_api_keys: z.boolean().optional(),
    enable_password_change_form: z.boolean().optional(),
    enable_account_deletion: z.boolean().optional(),
    enable_admin_chat_access: z.boolean().optional(),
    enable_admin_export: z.boolean().optional(),
  }),
  /** `max_size` in MB, `max_bytes` in bytes; `max_count` null: no limit. */
  file: z
    .object({ max_size: z.number(), max_bytes: z.number(), max_count: z.number().nullable() })
    .optional(),
  permissions: Permissions.optional(),
  banner: Banner.optional(),
})
export type SiteConfig = z.infer<typeof SiteConfig>
