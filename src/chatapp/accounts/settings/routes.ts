import { z } from 'zod'
import type { Accounts } from '../accounts.ts'
import type { ChatappEvents } from '#chatapp/http/events.ts'
import type { App } from '#chatapp/http/validation.ts'
import { mayUseKeys } from '../keys/rules.ts'
import { visitorOf, type Guard } from '../sessions/guard.ts'
import { ADMIN_FORM, AdminConfigRequest, adminConfigView, OTHER_PREFIX } from './admin-config.ts'
import { effectivePermissions, Permissions, SECTIONS } from './permissions.ts'
import { SettingsPatch, type Settings } from './settings.ts'

/** Sections are required so that a client that forgets one does not switch everything in it off. */
const DefaultPermissionsRequest = Permissions.refine(
  (permissions) => SECTIONS.every((section) => Object.hasOwn(permissions, section)),
  `every section is required: ${SECTIONS.join(', ')}`,
)

export interface SettingsRouteParts {
  accounts: Pick<Accounts, 'isEmpty'>
  settings: Settings
  guard: Guard
  version: string
  maxFileBytes: number
  events: Pick<ChatappEvents, 'settingsChanged'>
}

export function settingsRoutes(app: App, parts: SettingsRouteParts): void {
  const { settings, guard, events } = parts

  app.get('/api/config', { onRequest: guard.optional }, async (request) => {
    const visitor = request.visitor
    const view = await (visitor ? settings.readFor(visitor.account) : settings.read())
    const onboarding = await parts.accounts.isEmpty()
    const features = {
      auth: true,
      auth_trusted_header: false,
      enable_signup_password_confirmation: false,
      enable_ldap: false,
      enable_signup: onboarding || view.get('ui.enable_signup'),
      enable_login_form: true,
      enable_websocket: false,
    }
    const open = {
      ...(onboarding ? { onboarding: true } : {}),
      status: true,
      name: 'Hub Service',
      version: parts.version,
      default_locale: '',
      oauth: { providers: {}, auto_redirect: false },
      features,
    }
    if (!visitor) return open
    return {
      ...open,
      features: {
        ...features,
        enable_api_keys: mayUseKeys(visitor.account, view),
        enable_password_change_form: true,
        enable_admin_chat_access: false,
        enable_admin_export: false,
      },
      file: {
        max_size: Math.floor(parts.maxFileBytes / (1024 * 1024)),
        max_bytes: parts.maxFileBytes,
        max_count: null,
      },
      permissions: effectivePermissions(visitor.account, view.get('user.permissions')),
    }
  })

  app.get('/api/v1/auths/admin/config', { onRequest: guard.admin }, async () =>
    adminConfigView(await settings.read()),
  )

  app.post(
    '/api/v1/auths/admin/config',
    { onRequest: guard.admin, schema: { body: AdminConfigRequest } },
    async (request) => {
      const values = Object.entries(request.body).map(([name, value]) => [
        ADMIN_FORM[name as keyof typeof ADMIN_FORM] ?? `${OTHER_PREFIX}${name}`,
        value,
      ])
      await settings.write(Object.fromEntries(values))
      events.settingsChanged({
        by: visitorOf(request).account.id,
        keys: values.map(([name]) => name).join(','),
      })
      return adminConfigView(await settings.read())
    },
  )

  app.post(
    '/api/v1/configs/import',
    { onRequest: guard.admin, schema: { body: z.object({ config: SettingsPatch }) } },
    async (request) => {
      const { config } = request.body
      await settings.write(config)
      events.settingsChanged({ by: visitorOf(request).account.id, keys: Object.keys(config).join(',') })
      return config
    },
  )

  app.get('/api/v1/users/default/permissions', { onRequest: guard.admin }, async () =>
    (await settings.read()).get('user.permissions'),
  )

  app.post(
    '/api/v1/users/default/permissions',
    { onRequest: guard.admin, schema: { body: DefaultPermissionsRequest } },
    async (request) => {
      await settings.write({ 'user.permissions': request.body })
      events.settingsChanged({ by: visitorOf(request).account.id, keys: 'user.permissions' })
      return request.body
    },
  )

  app.get('/api/v1/users/permissions', { onRequest: guard.verified }, async (request) => {
    const { account } = visitorOf(request)
    return effectivePermissions(account, (await settings.readFor(account)).get('user.permissions'))
  })
}
