import { z } from 'zod'
import { chatRoute, FIXED } from '#chatapp/http/contract.ts'
import {
  AdminConfigRequest,
  AdminDetails,
  Banner,
  BannersRequest,
  CodeExecutionConfig,
  ConnectionsConfig,
  DefaultPermissionsRequest,
  LdapConfig,
  LdapServer,
  ModelsConfig,
  ModelsDefaults,
  NamespaceParams,
  OAuthConfig,
  Permissions,
  SettingsImport,
  SettingsRecord,
  SignInConfig,
  SiteConfig,
  TerminalServers,
} from './schema.ts'

export const readSiteConfig = chatRoute('get', '/api/config', {
  summary: 'Settings of the pages: public settings, and more for signed-in people',
  level: 'optional',
  answer: SiteConfig,
})

export const readAdminConfig = chatRoute('get', '/api/v1/auths/admin/config', {
  summary: 'Settings for administrators',
  level: 'admin',
  answer: SettingsRecord,
})

export const changeAdminConfig = chatRoute('post', '/api/v1/auths/admin/config', {
  summary: 'Replace the settings for administrators',
  level: 'admin',
  body: AdminConfigRequest,
  answer: SettingsRecord,
})

export const importSettings = chatRoute('post', '/api/v1/configs/import', {
  summary: 'Change settings by their storage names',
  level: 'admin',
  body: SettingsImport,
  answer: SettingsRecord,
})

export const readBanners = chatRoute('get', '/api/v1/configs/banners', {
  summary: 'Banners above every page',
  level: 'verified',
  answer: z.array(Banner),
})

export const changeBanners = chatRoute('post', '/api/v1/configs/banners', {
  summary: 'Replace the banners; at most one',
  level: 'admin',
  body: BannersRequest,
  answer: z.array(Banner),
})

export const readSignInConfig = chatRoute('get', '/api/v1/configs/sign_in', {
  summary: 'Sign-in methods configured by variables, without secrets',
  level: 'admin',
  answer: SignInConfig,
})

export const readDefaultPermissions = chatRoute('get', '/api/v1/users/default/permissions', {
  summary: 'Permissions of people who are not administrators',
  level: 'admin',
  answer: Permissions,
})

export const changeDefaultPermissions = chatRoute('post', '/api/v1/users/default/permissions', {
  summary: 'Replace the permissions of people who are not administrators',
  level: 'admin',
  body: DefaultPermissionsRequest,
  answer: Permissions,
})

export const readPermissions = chatRoute('get', '/api/v1/users/permissions', {
  summary: 'The caller’s permissions in the web chat',
  level: 'verified',
  answer: Permissions,
})

export const readPermissionDefaults = chatRoute('get', '/api/v1/users/default/permissions/defaults', {
  summary: 'The default permissions of a new installation',
  level: 'admin',
  answer: Permissions,
})

export const readAdminDetails = chatRoute('get', '/api/v1/auths/admin/details', {
  refusals: ['admin_details_hidden'],
  summary: 'Name and e-mail of the administrator to ask; 400 while these are hidden',
  level: 'any',
  answer: AdminDetails,
})

export const readLdapServer = chatRoute('get', '/api/v1/auths/admin/config/ldap/server', {
  summary: 'Always empty: this server has no LDAP',
  level: 'admin',
  answer: LdapServer,
})

export const readLdapConfig = chatRoute('get', '/api/v1/auths/admin/config/ldap', {
  summary: 'Always off: this server has no LDAP',
  level: 'admin',
  answer: LdapConfig,
})

export const readOAuthConfig = chatRoute('get', '/api/v1/auths/admin/config/oauth', {
  summary: 'The first identity provider, as variables set it, without secrets',
  level: 'admin',
  answer: OAuthConfig,
})

export const exportSettings = chatRoute('get', '/api/v1/configs/export', {
  summary: 'All settings by their storage names, without secrets',
  level: 'admin',
  answer: SettingsRecord,
})

export const readNamespace = chatRoute('get', '/api/v1/configs/namespace/:namespace', {
  summary: 'Settings whose storage name begins with a namespace, without secrets',
  level: 'admin',
  params: NamespaceParams,
  answer: SettingsRecord,
})

export const readConnectionsConfig = chatRoute('get', '/api/v1/configs/connections', {
  summary: 'Direct connections of browsers, which this server does not offer, and the cache of model lists',
  level: 'admin',
  answer: ConnectionsConfig,
})

export const readModelsConfig = chatRoute('get', '/api/v1/configs/models', {
  summary: 'Defaults of models; this server has none',
  level: 'admin',
  answer: ModelsConfig,
})

export const changeConnectionsConfig = chatRoute('post', '/api/v1/configs/connections', {
  ...FIXED,
  summary: 'Accepts the settings of direct connections unchanged',
  answer: ConnectionsConfig,
})

export const changeModelsConfig = chatRoute('post', '/api/v1/configs/models', {
  ...FIXED,
  summary: 'Accepts the defaults of models unchanged',
  answer: ModelsConfig,
})

export const changeCodeExecutionConfig = chatRoute('post', '/api/v1/configs/code_execution', {
  ...FIXED,
  summary: 'Accepts the settings of code execution unchanged',
  answer: CodeExecutionConfig,
})

export const changeTerminalServers = chatRoute('post', '/api/v1/configs/terminal_servers', {
  ...FIXED,
  summary: 'Accepts an empty list',
  answer: TerminalServers,
})

export const readModelsDefaults = chatRoute('get', '/api/v1/configs/models/defaults', {
  summary: 'Default fields of models; this server has none',
  level: 'verified',
  answer: ModelsDefaults,
})

export const readCodeExecutionConfig = chatRoute('get', '/api/v1/configs/code_execution', {
  summary: 'Always off: the web chat runs no code',
  level: 'admin',
  answer: CodeExecutionConfig,
})

export const readTerminalServers = chatRoute('get', '/api/v1/configs/terminal_servers', {
  summary: 'Always empty: the web chat has no terminals',
  level: 'admin',
  answer: TerminalServers,
})
