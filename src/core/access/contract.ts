import { route } from '#ground/api/contract.ts'
import {
  AccessPage,
  AccessQuery,
  ApplyRequest,
  Changed,
  ChatAccess,
  Explanation,
  ExplainQuery,
  GrantRequest,
  HubMode,
  HubParams,
  HubPermissionsPage,
  HubPermissionsQuery,
  HubsPage,
  HubsQuery,
  Me,
  MeQuery,
  Overview,
  PermissionCatalog,
  PermissionsQuery,
  RevokeRequest,
} from './schema.ts'

export const readMe = route('get', '/me', {
  summary: 'The signed-in person, the Hubs they manage and the permissions they may grant',
  level: 'admin',
  query: MeQuery,
  answer: Me,
})

export const listHubs = route('get', '/hubs', {
  summary: 'Hubs that the caller manages',
  level: 'admin',
  query: HubsQuery,
  answer: HubsPage,
})

export const readPermissions = route('get', '/permissions', {
  summary: 'Permissions of a Hub',
  level: 'admin',
  query: PermissionsQuery,
  answer: PermissionCatalog,
  refusals: ['outside_ceiling', 'not_found'],
})

export const listHubPermissions = route('get', '/hub-permissions', {
  summary: 'Permissions of the caller’s Hubs with the number of their holders',
  level: 'admin',
  query: HubPermissionsQuery,
  answer: HubPermissionsPage,
  refusals: ['outside_ceiling', 'not_found'],
})

export const listAccess = route('get', '/access', {
  summary: 'People and services with access to a Hub',
  level: 'admin',
  query: AccessQuery,
  answer: AccessPage,
  refusals: ['outside_ceiling', 'not_found'],
})

export const explainAccess = route('get', '/access/explain', {
  summary: 'Explain why a subject has or lacks a permission',
  level: 'admin',
  query: ExplainQuery,
  answer: Explanation,
  refusals: ['outside_ceiling', 'not_found'],
})

const change = {
  level: 'admin',
  answer: Changed,
  refusals: ['outside_ceiling', 'not_found', 'legacy', 'revision_conflict', 'last_admin', 'everyone_refused'],
} as const

export const grantPermission = route('post', '/access/grant', {
  ...change,
  summary: 'Grant a permission',
  body: GrantRequest,
})

export const revokePermission = route('post', '/access/revoke', {
  ...change,
  summary: 'Revoke a permission',
  body: RevokeRequest,
})

export const applyAccess = route('post', '/access/apply', {
  ...change,
  summary: 'Grant and revoke several permissions of one subject on one Hub, all or none',
  body: ApplyRequest,
})

export const manageHub = route('post', '/hubs/:hub/manage', {
  summary: 'Manage a Hub’s access in the Console; current users get `use_hub`',
  level: 'organization',
  params: HubParams,
  answer: HubMode,
  refusals: ['chatapp_unavailable'],
})

export const unmanageHub = route('post', '/hubs/:hub/unmanage', {
  summary: 'Let web chat groups manage a Hub’s access; its grants are kept without effect',
  level: 'organization',
  params: HubParams,
  answer: HubMode,
})

export const readOverview = route('get', '/overview', {
  summary: 'Counts of the caller’s Hubs, grants and people',
  level: 'admin',
  answer: Overview,
})

export const readChatAccess = route('get', '/chat-access', {
  summary: 'Agents that the caller may use',
  level: 'person',
  answer: ChatAccess,
  acceptsBearerToken: true,
})
