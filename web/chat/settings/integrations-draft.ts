import type { IntegrationEntry, EntryDraft, EntryView } from '#chatapp/integrations/schema.ts'
import { formatParameters, parametersIn } from './integrations-parameters.ts'

type AccessGrant = IntegrationEntry['config']['access_grants'][number]

export type ProviderAudience = 'admins' | 'everyone' | 'groups' | 'others'

export interface ProviderDraft {
  kind: IntegrationEntry['config']['kind']
  name: string
  description: string
  id: string
  url: string
  tokenUrl: string
  revocationUrl: string
  issuer: string
  /** Overrides the authorization server that the MCP server advertises. */
  authorizationServer: string
  scopes: string
  offlineAccess: boolean
  clientId: string
  clientSecret: string
  /** Empty: the method that the provider advertises. */
  clientAuthentication: '' | 'basic' | 'post'
  /** Lines of `name=value`. */
  parameters: string
  who: ProviderAudience
  groups: readonly string[]
  enabled: boolean
}

export const SECRET_PLACEHOLDER = '••••••••'

export const emptyDraft: ProviderDraft = {
  kind: 'mcp',
  name: '',
  description: '',
  id: '',
  url: '',
  tokenUrl: '',
  revocationUrl: '',
  issuer: '',
  authorizationServer: '',
  scopes: '',
  offlineAccess: true,
  clientId: '',
  clientSecret: '',
  clientAuthentication: '',
  parameters: '',
  who: 'everyone',
  groups: [],
  enabled: true,
}

export const draftOf = ({ url, config, info }: EntryView): ProviderDraft => ({
  kind: config.kind,
  name: info.name,
  description: info.description,
  id: info.id,
  url,
  tokenUrl: config.token_url ?? '',
  revocationUrl: config.revocation_url ?? '',
  issuer: config.issuer ?? '',
  authorizationServer: config.oauth_server_url ?? '',
  scopes: config.oauth_scope,
  offlineAccess: config.offline_access ?? true,
  clientId: info.oauth_client_id ?? '',
  clientSecret: info.oauth_client_secret ?? '',
  clientAuthentication: config.client_authentication ?? '',
  parameters: formatParameters(config.authorize_parameters ?? {}),
  who: audienceOf(config.access_grants),
  groups: config.access_grants.filter((one) => one.principal_type === 'group').map((one) => one.principal_id),
  enabled: config.enable,
})

const audienceOf = (grants: readonly AccessGrant[]): ProviderAudience => {
  if (grants.length === 0) return 'admins'
  if (grants.some((one) => one.principal_type === 'user' && one.principal_id === '*')) return 'everyone'
  return grants.every((one) => one.principal_type === 'group') ? 'groups' : 'others'
}

export function entryOf(draft: ProviderDraft, before: EntryView | null): EntryDraft {
  const { kind, clientId } = draft
  const isPlain = kind === 'oauth2'
  return {
    url: draft.url.trim(),
    type: 'mcp',
    auth_type: clientId.trim() ? 'oauth_2.1_static' : 'oauth_2.1',
    config: {
      ...before?.config,
      enable: draft.enabled,
      kind,
      access_grants: grantsOf(draft, before?.config.access_grants ?? []),
      oauth_scope: draft.scopes.trim(),
      offline_access: draft.offlineAccess,
      token_url: (isPlain && draft.tokenUrl.trim()) || null,
      revocation_url: (isPlain && draft.revocationUrl.trim()) || null,
      issuer: (isPlain && draft.issuer.trim()) || null,
      oauth_server_url: (kind === 'mcp' && draft.authorizationServer.trim()) || null,
      client_authentication: (clientId.trim() && draft.clientAuthentication) || null,
      authorize_parameters: parametersIn(draft.parameters).parameters,
    },
    info: {
      ...before?.info,
      id: draft.id.trim(),
      name: draft.name.trim(),
      description: draft.description.trim(),
      oauth_client_id: clientId.trim() || null,
      oauth_client_secret: clientId.trim() ? draft.clientSecret || null : null,
    },
  }
}

function grantsOf({ who, groups }: ProviderDraft, before: AccessGrant[]): AccessGrant[] {
  if (who === 'others') return before
  if (who === 'everyone') return [{ principal_type: 'user', principal_id: '*', permission: 'read' }]
  if (who === 'admins') return []
  return groups.map((id) => ({ principal_type: 'group', principal_id: id, permission: 'read' }))
}

/** True if the service must first register as an OAuth client of the MCP server. */
export const mustRegister = (draft: ProviderDraft, before: EntryView | null): boolean =>
  draft.kind === 'mcp' &&
  draft.clientId.trim() === '' &&
  (before?.url !== draft.url.trim() ||
    (before.config.oauth_server_url ?? '') !== draft.authorizationServer.trim() ||
    !before.info.oauth_client_info)

/** True if the change invalidates stored tokens of connected people. */
export const isAnother = (draft: ProviderDraft, before: EntryView): boolean =>
  before.url !== draft.url.trim() ||
  before.config.kind !== draft.kind ||
  (draft.kind === 'oauth2' && (before.config.token_url ?? '') !== draft.tokenUrl.trim()) ||
  (draft.kind === 'mcp' && (before.config.oauth_server_url ?? '') !== draft.authorizationServer.trim()) ||
  (before.info.oauth_client_id ?? '') !== draft.clientId.trim()

export const idFrom = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64)

export type DraftFault =
  | 'name'
  | 'id'
  | 'url'
  | 'tokenUrl'
  | 'revocationUrl'
  | 'clientId'
  | 'groups'
  | 'issuer'
  | 'authorizationServer'
  | 'parameters'

export function faultsOf(draft: ProviderDraft): Set<DraftFault> {
  const isAddress = (text: string) => /^https?:\/\/[^\s/]+/.test(text.trim()) && URL.canParse(text.trim())
  const isBad = (text: string) => text.trim() !== '' && !isAddress(text)
  const faults: [DraftFault, boolean][] = [
    ['name', draft.name.trim() === ''],
    ['id', !/^[a-z0-9][a-z0-9_-]{0,63}$/.test(draft.id.trim())],
    ['url', !isAddress(draft.url)],
    ['tokenUrl', draft.kind === 'oauth2' && !isAddress(draft.tokenUrl)],
    ['revocationUrl', draft.kind === 'oauth2' && isBad(draft.revocationUrl)],
    ['issuer', draft.kind === 'oauth2' && isBad(draft.issuer)],
    ['authorizationServer', draft.kind === 'mcp' && isBad(draft.authorizationServer)],
    ['parameters', parametersIn(draft.parameters).fault !== null],
    ['clientId', draft.kind !== 'mcp' && draft.clientId.trim() === ''],
    ['groups', draft.who === 'groups' && draft.groups.length === 0],
  ]
  return new Set(faults.filter(([, isFault]) => isFault).map(([name]) => name))
}
