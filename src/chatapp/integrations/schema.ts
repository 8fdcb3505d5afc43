import { z } from 'zod'
import { ModelGrantForm } from '#chatapp/models/schema.ts'
import { MAX_PARAMETER_LENGTH, MAX_PARAMETERS, OUR_PARAMETERS, PARAMETER_NAME } from './parameters/schema.ts'

/** Shown instead of a secret. A form that sends the placeholder back keeps the stored secret. */
export const SECRET_PLACEHOLDER = '••••••••'

const Address = z.url({ protocol: /^https?$/, error: 'expected an http or https address' }).max(2000)
const Text = (max: number) => z.string().trim().max(max)
/** Must equal the value in `ground/base/oauth-scopes.ts`. */
const MAX_SCOPE_CHARACTERS = 2000
const Scope = Text(MAX_SCOPE_CHARACTERS).regex(
  /^[\x21\x23-\x5b\x5d-\x7e ]*$/,
  'expected scopes with spaces between',
)

const Grant = z.object({ ...ModelGrantForm.in.shape }).pick({
  principal_type: true,
  principal_id: true,
  permission: true,
})

export const ServerId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'expected lower-case letters, digits, - and _')

const ParameterName = z.string().regex(PARAMETER_NAME, 'expected the name of a parameter')
const ParameterValue = z
  .string()
  .max(MAX_PARAMETER_LENGTH)
  .regex(/^\P{Cc}*$/u, 'expected no control characters')

const AuthorizeParameters = z.record(ParameterName, ParameterValue).check(({ value, issues }) => {
  const complain = (path: string[], message: string) =>
    issues.push({ code: 'custom', path, message, input: undefined })
  const names = Object.keys(value)
  if (names.length > MAX_PARAMETERS) complain([], `expected at most ${MAX_PARAMETERS} parameters`)
  for (const name of names)
    if (OUR_PARAMETERS.includes(name.toLowerCase()))
      complain([name], `${name} is set by this service and can’t be written here`)
})

const Config = z.object({
  enable: z.boolean().default(true),
  access_grants: z.array(Grant).max(1000).default([]),
  /** Kind of `url`: an MCP server, an OpenID issuer, or the authorization endpoint of plain OAuth 2. */
  kind: z.enum(['mcp', 'openid', 'oauth2']).default('mcp'),
  oauth_scope: Scope.default(''),
  /** If false, tokens expire with the person's session at the provider. */
  offline_access: z.boolean().default(true),
  oauth_server_url: Address.nullish(),
  token_url: Address.nullish(),
  revocation_url: Address.nullish(),
  /** Expected `iss` in redirects of a plain OAuth 2 provider. */
  issuer: Address.nullish(),
  client_authentication: z.enum(['basic', 'post']).nullish(),
  /** Such as `access_type: offline`. */
  authorize_parameters: AuthorizeParameters.default({}),
})

const Info = z.object({
  id: ServerId,
  name: Text(100).default(''),
  description: Text(500).default(''),
  oauth_client_id: Text(500).nullish(),
  oauth_client_secret: z.string().max(2000).nullish(),
  oauth_client_info: z.string().max(20_000).nullish(),
})

/** Entry of `TOOL_SERVER_CONNECTIONS`, Open WebUI's list of tool servers. */
export const EntryRequest = z
  .object({
    url: Address,
    path: Text(500).default(''),
    type: z.literal('mcp', { error: 'only type "mcp" is kept here' }).default('mcp'),
    auth_type: z
      .enum(['oauth_2.1', 'oauth_2.1_static'], {
        error: 'only oauth_2.1 and oauth_2.1_static are kept here; other servers belong in a Hub’s mcp.json',
      })
      .default('oauth_2.1'),
    key: z.string().max(0, 'a key is not used with OAuth').nullish(),
    config: Config.prefault({}),
    info: Info,
  })
  .check(({ value: { config, auth_type: authType, info }, issues }) => {
    const complain = (path: string[], message: string) =>
      issues.push({ code: 'custom', path, message, input: undefined })
    const isStatic = authType === 'oauth_2.1_static' || config.kind !== 'mcp'
    if (isStatic && !info.oauth_client_id)
      complain(['info', 'oauth_client_id'], 'a client id is required: registration is for MCP servers only')
    if (config.kind !== 'oauth2') return
    if (!config.token_url) complain(['config', 'token_url'], 'plain OAuth 2 needs the token address')
    if (config.oauth_scope.split(' ').includes('openid'))
      complain(['config', 'oauth_scope'], 'with the scope openid, use the kind openid')
  })
export type IntegrationEntry = z.infer<typeof EntryRequest>
export type EntryDraft = z.input<typeof EntryRequest>

export const EntriesRequest = z.object({
  TOOL_SERVER_CONNECTIONS: z
    .array(EntryRequest)
    .max(100)
    .refine(
      (entries) => new Set(entries.map(({ info }) => info.id)).size === entries.length,
      'two entries have the same id',
    ),
})

const ConnectionName = z
  .string()
  .max(80)
  .transform((name, context) => {
    const id = ServerId.safeParse(name.startsWith('mcp:') ? name.slice(4) : '')
    if (id.success) return id.data
    context.addIssue({ code: 'custom', message: 'expected mcp:<id>' })
    return z.NEVER
  })

export const NamedConnection = z.object({ name: ConnectionName })
export const PersonId = z.object({ id: z.string().min(1).max(64) })
export const SessionsQuery = z.object({ provider: ConnectionName.optional() })
export const ServerParams = z.object({ server: ServerId })

export const RegisterRequest = z.object({
  url: z.url({ protocol: /^https?$/ }).max(2000),
  client_id: ServerId,
  oauth_server_url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullish(),
  oauth_scope: z.string().max(2000).nullish(),
})
export const RegisterQuery = z.object({ type: z.string().optional() })
export const PutQuery = z.object({ new: z.stringbool().default(false) })

/** `from`: page where the flow starts and ends. */
export const AuthorizeQuery = z.object({
  from: z.string().max(20).optional(),
  scope: z
    .string()
    .max(MAX_SCOPE_CHARACTERS)
    .optional()
    .describe('Scopes to request in addition to the usual scopes'),
  proof: z
    .string()
    .max(100)
    .optional()
    .describe('Signature with which a Hub proves that it needs these scopes'),
})
export const EndQuery = z.object({ report: z.stringbool().default(false) })
export const ClientName = z.object({ name: z.string().max(200) })

/** A placeholder replaces stored secrets. Times are epoch seconds. */
export const EntryView = z.object({
  ...EntryRequest.shape,
  connections: z.number(),
  problem: z.string().nullable(),
  created_at: z.number(),
  updated_at: z.number(),
})
export type EntryView = z.infer<typeof EntryView>

export const Entries = z.object({
  TOOL_SERVER_CONNECTIONS: z.array(EntryView),
  redirect_origin: z.string(),
})

export const Discovered = z.object({
  status: z.boolean(),
  issuer: z.string(),
  authorization_endpoint: z.string().optional(),
  scope: z.string(),
  scopes_supported: z.array(z.string()),
  resource: z.string().nullish(),
  registers_clients: z.boolean(),
  revokes: z.boolean(),
})
export type Discovered = z.infer<typeof Discovered>

/** draft-ietf-oauth-client-id-metadata-document, section 4. */
export const ClientDocumentView = z.object({
  client_id: z.string(),
  client_name: z.string(),
  client_uri: z.string(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
  token_endpoint_auth_method: z.literal('none'),
  application_type: z.literal('web'),
})

export const Registered = z.object({ status: z.boolean(), oauth_client_info: z.string() })

export const Ended = z.object({ status: z.boolean(), ended: z.number() })

/**
 * `healthy` and `expiring` connections work. `misconfigured` needs an administrator, because the provider refuses
 * this service. Other states need the person to connect again.
 */
export const ConnectionState = z.enum([
  'healthy',
  'expiring',
  'expired',
  'revoked',
  'scope_missing',
  'misconfigured',
])
export type ConnectionState = z.infer<typeof ConnectionState>

/** Times are epoch seconds. */
export const Connectable = z.object({
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  meta: z.object({ description: z.string() }),
  access_grants: z.array(z.never()),
  authenticated: z.boolean(),
  provider: z.string(),
  kind: z.string(),
  scopes: z.array(z.string()),
  connection: z
    .object({
      state: ConnectionState,
      scopes: z.array(z.string()),
      missing_scopes: z.array(z.string()),
      /** Null if the token is refreshed automatically. */
      expires_at: z.number().nullable(),
      created_at: z.number(),
    })
    .nullable(),
})
export type Connectable = z.infer<typeof Connectable>

/** Response to a Hub. Never contains the refresh token. Times are epoch seconds. */
export const OutsideSession = z.object({
  id: z.string(),
  user_id: z.string(),
  provider: z.string(),
  token: z
    .object({
      access_token: z.string(),
      token_type: z.string(),
      expires_at: z.number().nullable(),
      scope: z.string(),
    })
    .nullable(),
  state: ConnectionState,
  scope: z.string(),
  expires_at: z.number().nullable(),
  created_at: z.number(),
  updated_at: z.number(),
})

export const Revoked = z.enum(['done', 'unsupported', 'failed', 'nothing'])
export type Revoked = z.infer<typeof Revoked>

export const EndedConnection = z.union([z.literal(true), z.object({ status: z.boolean(), revoked: Revoked })])
