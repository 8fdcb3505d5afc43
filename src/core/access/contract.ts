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
  summary: 'Who is signed in, what they manage and may give',
  level: 'admin',
  query: MeQuery,
  answer: Me,
})

export const listHubs = route('get', '/hubs', {
  summary: 'The Hubs the caller manages',
  level: 'admin',
  query: HubsQuery,
  answer: HubsPage,
})

export const readPermissions = route('get', '/permissions', {
  summary: 'What can be granted on a Hub',
  level: 'admin',
  query: PermissionsQuery,
  answer: PermissionCatalog,
  refusals: ['outside_ceiling', 'not_found'],
})

export const listHubPermissions = route('get', '/hub-permissions', {
  summary: 'Every permission of the Hubs the caller manages, and how many hold it',
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
  summary: 'Why somebody may or may not',
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
  summary: 'Give one permission',
  body: GrantRequest,
})

export const revokePermission = route('post', '/access/revoke', {
  ...change,
  summary: 'Take one permission',
  body: RevokeRequest,
})

export const applyAccess = route('post', '/access/apply', {
  ...change,
  summary: 'Give and take several permissions of one person on one Hub, all or none',
  body: ApplyRequest,
})

export const manageHub = route('post', '/hubs/:hub/manage', {
  summary: 'Manage a Hub’s access in the Console; who sees it now gets `use_hub`',
  level: 'organization',
  params: HubParams,
  answer: HubMode,
  refusals: ['chatapp_unavailable'],
})

export const unmanageHub = route('post', '/hubs/:hub/unmanage', {
  summary: 'Leave a Hub’s access to the web chat’s groups; its grants rest',
  level: 'organization',
  params: HubParams,
  answer: HubMode,
})

export const readOverview = route('get', '/overview', {
  summary: 'Counts of what the caller manages',
  level: 'admin',
  answer: Overview,
})

export const readChatAccess = route('get', '/chat-access', {
  summary: 'Which agents the caller may enter',
  level: 'person',
  answer: ChatAccess,
  acceptsBearerToken: true,
})
