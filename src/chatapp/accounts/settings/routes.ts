import type { z } from 'zod'
import type { Clock } from '#ground/base/clock.ts'
import type { Accounts } from '../accounts.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { keepFixed } from '#chatapp/http/fixed-settings.ts'
import { ChatappRefused } from '#chatapp/http/refused.ts'
import { mayUseKeys } from '../keys/rules.ts'
import type { App } from '../sessions/app.ts'
import type { Visitor } from '../sessions/guard.ts'
import {
  changeAdminConfig,
  changeDefaultPermissions,
  exportSettings,
  importSettings,
  changeBanners,
  readAdminConfig,
  readAdminDetails,
  readBanners,
  readCodeExecutionConfig,
  readConnectionsConfig,
  readDefaultPermissions,
  readLdapConfig,
  readLdapServer,
  changeCodeExecutionConfig,
  changeConnectionsConfig,
  changeModelsConfig,
  changeTerminalServers,
  readModelsConfig,
  readModelsDefaults,
  readNamespace,
  readOAuthConfig,
  readPermissionDefaults,
  readPermissions,
  readSignInConfig,
  readSiteConfig,
  readTerminalServers,
} from './contract.ts'
import { defaultPermissions, effectivePermissions } from './permissions.ts'
import type { Banner, SignInConfig, SiteConfig } from './schema.ts'
import type { SiteSettings, SettingsView } from './settings.ts'
import { FIXED_FEATURES, withoutSecrets } from './unoffered.ts'

export interface SignInMethods {
  setUp(): Promise<z.infer<typeof SignInConfig>['providers']>
  takesPasswords(): Promise<boolean>
  requiresSecondFactor: boolean
  /** Whether people can request a mail with a link for a new password. */
  sendsResets(): Promise<boolean>
}

export interface SettingsRouteParts {
  accounts: Pick<Accounts, 'isEmpty' | 'primaryId' | 'find' | 'findByEmail'>
  settings: SiteSettings
  version: string
  maxFileBytes: number
  accountDeletion?: boolean | undefined
  clock: Pick<Clock, 'now'>
  signInMethods: SignInMethods
  events: Pick<ChatappEvents, 'settingsChanged'>
}

export function settingsRoutes(app: App, parts: SettingsRouteParts): void {
  const { settings, events } = parts
  const notify = ({ account }: Visitor, names: readonly string[]) =>
    events.settingsChanged({ by: account.id, keys: names.join(',') })

  app.handle(readSiteConfig, ({ visitor }) => siteConfig(parts, visitor))

  app.handle(readAdminConfig, async () => adminConfigView(await settings.read()))

  app.handle(changeAdminConfig, async ({ visitor, body }) => {
    const changeable = Object.entries(body).filter(([name]) => !Object.hasOwn(FIXED_FEATURES, name))
    const values = changeable.map(([name, value]) => [
      ADMIN_FORM[name as keyof typeof ADMIN_FORM] ?? `${OTHER_PREFIX}${name}`,
      value,
    ])
    await settings.write(Object.fromEntries(values))
    notify(
      visitor,
      values.map(([name]) => name as string),
    )
    return adminConfigView(await settings.read())
  })

  app.handle(importSettings, async ({ visitor, body: { config } }) => {
    await settings.write(config)
    notify(visitor, Object.keys(config))
    return config
  })

  app.handle(readBanners, async () => (await settings.read()).get('ui.banners'))

  app.handle(changeBanners, async ({ visitor, body: { banners } }) => {
    await settings.write({ 'ui.banners': banners })
    notify(visitor, ['ui.banners'])
    return banners
  })

  app.handle(readSignInConfig, async () => ({
    takes_passwords: await parts.signInMethods.takesPasswords(),
    requires_second_factor: parts.signInMethods.requiresSecondFactor,
    providers: await parts.signInMethods.setUp(),
  }))

  app.handle(readDefaultPermissions, async () => (await settings.read()).get('user.permissions'))

  app.handle(changeDefaultPermissions, async ({ visitor, body }) => {
    await settings.write({ 'user.permissions': body })
    notify(visitor, ['user.permissions'])
    return body
  })

  app.handle(readPermissionDefaults, async () =>
    defaultPermissions({ apiKeys: (await settings.read()).get('auth.enable_api_keys') }),
  )

  app.handle(readAdminDetails, () => adminDetails(parts))
  app.handle(readLdapConfig, () => ({ ENABLE_LDAP: false as const }))
  app.handle(readOAuthConfig, async () => oauthConfigView(await parts.signInMethods.setUp()))
  app.handle(exportSettings, async () => withoutSecrets((await settings.read()).all('')))
  app.handle(readNamespace, async ({ params: { namespace } }) =>
    withoutSecrets((await settings.read()).all(`${namespace}.`)),
  )
  app.handle(readConnectionsConfig, () => CONNECTIONS)
  app.handle(readModelsConfig, () => NO_MODEL_DEFAULTS)
  app.handle(readModelsDefaults, () => ({ DEFAULT_MODEL_METADATA: {} }))
  app.handle(readCodeExecutionConfig, () => NO_CODE_EXECUTION)
  app.handle(readTerminalServers, () => NO_TERMINALS)
  app.handle(readLdapServer, () => NO_LDAP_SERVER)
  app.handle(changeConnectionsConfig, ({ body }) => keepFixed(CONNECTIONS, body))
  app.handle(changeModelsConfig, ({ body }) => keepFixed(NO_MODEL_DEFAULTS, body))
  app.handle(changeCodeExecutionConfig, ({ body }) => keepFixed(NO_CODE_EXECUTION, body))
  app.handle(changeTerminalServers, ({ body }) => keepFixed(NO_TERMINALS, body))

  app.handle(readPermissions, async ({ visitor: { account } }) =>
    effectivePermissions(account, (await settings.readFor(account)).get('user.permissions')),
  )
}

const CONNECTIONS = {
  ENABLE_DIRECT_CONNECTIONS: false,
  ENABLE_DIRECT_INTEGRATIONS: false,
  ENABLE_BASE_MODELS_CACHE: true,
} as const

const NO_MODEL_DEFAULTS = {
  DEFAULT_MODELS: null,
  DEFAULT_PINNED_MODELS: null,
  MODEL_ORDER_LIST: [],
  DEFAULT_MODEL_METADATA: {},
  DEFAULT_MODEL_PARAMS: {},
}

const NO_TERMINALS = { TERMINAL_SERVER_CONNECTIONS: [] }

const NO_LDAP_SERVER = {
  label: '',
  host: '',
  port: null,
  app_dn: '',
  app_dn_password: '',
  search_base: '',
} as const

const NO_CODE_EXECUTION = {
  ENABLE_CODE_EXECUTION: false,
  CODE_EXECUTION_ENGINE: '',
  ENABLE_CODE_INTERPRETER: false,
  CODE_INTERPRETER_ENGINE: '',
} as const

async function adminDetails({ accounts, settings }: Pick<SettingsRouteParts, 'accounts' | 'settings'>) {
  const view = await settings.read()
  if (!view.get('auth.admin.show')) throw new ChatappRefused('admin_details_hidden')
  const email = view.get('auth.admin.email')
  const primaryId = await accounts.primaryId()
  const admin = email ? await accounts.findByEmail(email) : primaryId ? await accounts.find(primaryId) : null
  return { name: admin?.name ?? null, email: email || (admin?.email ?? null) }
}

const oauthConfigView = ([provider]: Awaited<ReturnType<SignInMethods['setUp']>>) => ({
  ENABLE_OAUTH: provider !== undefined,
  OAUTH_PROVIDER_NAME: provider?.name ?? null,
  OPENID_PROVIDER_URL: provider?.issuer ?? null,
  OAUTH_CLIENT_ID: provider?.client_id ?? null,
  OAUTH_SCOPES: provider?.scope ?? null,
})

async function siteConfig(
  {
    accounts,
    settings,
    version,
    maxFileBytes,
    accountDeletion = false,
    signInMethods,
    clock,
  }: SettingsRouteParts,
  visitor: Visitor | null,
): Promise<SiteConfig> {
  const view = await (visitor ? settings.readFor(visitor.account) : settings.read())
  const onboarding = await accounts.isEmpty()
  const takesPasswords = await signInMethods.takesPasswords()
  const providers = await signInMethods.setUp()
  const features = {
    auth: true,
    auth_trusted_header: false,
    enable_signup_password_confirmation: false,
    enable_ldap: false,
    enable_signup: takesPasswords && (onboarding || view.get('ui.enable_signup')),
    enable_login_form: takesPasswords,
    enable_websocket: false,
  }
  const banner = shownNow(view.get('ui.banners'), clock.now())
  const open: SiteConfig = {
    ...(onboarding ? { onboarding: true } : {}),
    status: true,
    name: 'Hub Service',
    version,
    default_locale: '',
    oauth: {
      providers: Object.fromEntries(providers.map(({ id, name }) => [id, name])),
      auto_redirect: false,
    },
    features,
    ...(banner && { banner }),
  }
  if (!visitor)
    return takesPasswords && (await signInMethods.sendsResets())
      ? { ...open, features: { ...features, enable_password_reset: true } }
      : open
  return {
    ...open,
    features: {
      ...features,
      enable_api_keys: mayUseKeys(visitor.account, view),
      enable_password_change_form: visitor.account.oauth === null,
      enable_account_deletion: accountDeletion && visitor.key === null,
      enable_admin_chat_access: false,
      enable_admin_export: false,
    },
    file: {
      max_size: Math.floor(maxFileBytes / (1024 * 1024)),
      max_bytes: maxFileBytes,
      max_count: null,
    },
    permissions: effectivePermissions(visitor.account, view.get('user.permissions')),
  }
}

const shownNow = (banners: readonly Banner[], now: number): Banner | undefined =>
  banners.find(({ until }) => !until || Date.parse(until) > now)

const ADMIN_FORM = {
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

const OTHER_PREFIX = 'admin_config.'

const adminConfigView = (settings: SettingsView): Record<string, unknown> => ({
  ...settings.others(OTHER_PREFIX),
  ...FIXED_FEATURES,
  ...Object.fromEntries(Object.entries(ADMIN_FORM).map(([field, name]) => [field, settings.get(name)])),
})
