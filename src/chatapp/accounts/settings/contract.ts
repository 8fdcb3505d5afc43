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
  summary: 'What a page needs to know before anybody signs in, and what else once somebody has',
  level: 'optional',
  answer: SiteConfig,
})

export const readAdminConfig = chatRoute('get', '/api/v1/auths/admin/config', {
  summary: 'The administrators’ form of settings',
  level: 'admin',
  answer: SettingsRecord,
})

export const changeAdminConfig = chatRoute('post', '/api/v1/auths/admin/config', {
  summary: 'Write that form, whole',
  level: 'admin',
  body: AdminConfigRequest,
  answer: SettingsRecord,
})

export const importSettings = chatRoute('post', '/api/v1/configs/import', {
  summary: 'Write settings by their storage names, and leave the rest',
  level: 'admin',
  body: SettingsImport,
  answer: SettingsRecord,
})

export const readBanners = chatRoute('get', '/api/v1/configs/banners', {
  summary: 'What every page shows above itself',
  level: 'verified',
  answer: z.array(Banner),
})

export const changeBanners = chatRoute('post', '/api/v1/configs/banners', {
  summary: 'Write that, whole; at most one',
  level: 'admin',
  body: BannersRequest,
  answer: z.array(Banner),
})

export const readSignInConfig = chatRoute('get', '/api/v1/configs/sign_in', {
  summary: 'How people sign in, as variables say; no secret is among it',
  level: 'admin',
  answer: SignInConfig,
})

export const readDefaultPermissions = chatRoute('get', '/api/v1/users/default/permissions', {
  summary: 'What people may do who are not administrators',
  level: 'admin',
  answer: Permissions,
})

export const changeDefaultPermissions = chatRoute('post', '/api/v1/users/default/permissions', {
  summary: 'Write those, whole',
  level: 'admin',
  body: DefaultPermissionsRequest,
  answer: Permissions,
})

export const readPermissions = chatRoute('get', '/api/v1/users/permissions', {
  summary: 'What the caller may do',
  level: 'verified',
  answer: Permissions,
})
