import { z } from 'zod'
import { GrantRequest } from '#chatapp/models/schema.ts'
import { AuthorizeParameters } from './authorize-parameters.ts'

/** What stands in the place of a stored secret when an entry is read. Written back, it leaves the secret as it is. */
export const KEPT_SECRET = '••••••••'

const Address = z.url({ protocol: /^https?$/, error: 'expected an http or https address' }).max(2000)
const Text = (max: number) => z.string().trim().max(max)
const Scope = Text(2000).regex(/^[\x21\x23-\x5b\x5d-\x7e ]*$/, 'expected scopes with spaces between')

/** A grant is kept in the words of the web chat's other lists. */
const Grant = z.object({ ...GrantRequest.in.shape }).pick({
  principal_type: true,
  principal_id: true,
  permission: true,
})

/** The id of a provider: part of addresses and of the name `mcp:<id>` that its connections have. */
export const ServerId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'expected lower-case letters, digits, - and _')

const Config = z.object({
  enable: z.boolean().default(true),
  access_grants: z.array(Grant).max(1000).default([]),
  /** What is at `url`: an MCP server, an OpenID issuer, or an authorization endpoint of plain OAuth 2. */
  kind: z.enum(['mcp', 'openid', 'oauth2']).default('mcp'),
  oauth_scope: Scope.default(''),
  /** Where an MCP server's own word on its authorization server is not to be followed. */
  oauth_server_url: Address.nullish(),
  token_url: Address.nullish(),
  revocation_url: Address.nullish(),
  /** `iss` of plain OAuth 2, where the provider says one. */
  issuer: Address.nullish(),
  client_authentication: z.enum(['basic', 'post']).nullish(),
  /** Sent along to the authorization address, such as `access_type: offline`. */
  authorize_parameters: AuthorizeParameters.default({}),
})

const Info = z.object({
  id: ServerId,
  name: Text(100).default(''),
  description: Text(500).default(''),
  oauth_client_id: Text(500).nullish(),
  oauth_client_secret: z.string().max(2000).nullish(),
  /** What registration answered, sealed. */
  oauth_client_info: z.string().max(20_000).nullish(),
})

/** One entry of `TOOL_SERVER_CONNECTIONS`: a provider, as administrators write it. */
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
export type Entry = z.infer<typeof EntryRequest>

export const EntriesRequest = z.object({
  TOOL_SERVER_CONNECTIONS: z
    .array(EntryRequest)
    .max(100)
    .refine(
      (entries) => new Set(entries.map(({ info }) => info.id)).size === entries.length,
      'two entries have the same id',
    ),
})
