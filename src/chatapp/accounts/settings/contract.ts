import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import {
  AdminConfigRequest,
  Banner,
  BannersRequest,
  DefaultPermissionsRequest,
  Permissions,
  SettingsImport,
  SettingsRecord,
  SignInConfig,
  SiteConfig,
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
