import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { TestContext } from 'node:test'
import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK } from 'jose'
import { Provider } from 'oidc-provider'
import { answerInteraction } from './openid-consent.ts'

export interface ProviderRequest {
  method: string
  path: string
  query: URLSearchParams
  /** Fields of a posted form; empty for other bodies. */
  form: URLSearchParams
  body: string
  headers: IncomingMessage['headers']
}

export interface OpenIdProviderOptions {
  /** Lifetime of access tokens in seconds; default: 3600. */
  accessTokenSeconds?: number
  redirectUris?: string[]
  claims?(account: string): Record<string, unknown>
  reach?(address: string): string
  /** Accepts client ID metadata documents. */
  readsDocuments?: boolean
  /** Requires pushed authorization requests (RFC 9126). */
  requiresPar?: boolean
  client?: Record<string, unknown>
}

/** A real OpenID provider with required PKCE, rotation of refresh tokens, revocation and dynamic registration. */
export interface OpenIdProvider {
  /** Origin and issuer. Endpoints: `/auth`, `/token`, `/token/revocation`, `/reg`. */
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly requests: ProviderRequest[]
  tokenRequests(grantType: 'authorization_code' | 'refresh_token'): ProviderRequest[]
  /** From now on, `answer` responds instead of the provider, unless it returns false. Null ends this. */
  intercept(
    answer: ((request: ProviderRequest, response: ServerResponse) => boolean | Promise<boolean>) | null,
  ): void
  accepts(accessToken: string): Promise<{ scope: string; audience: string | null; account: string } | null>
  acceptsRefresh(refreshToken: string): Promise<boolean>
  sign(claims: Record<string, unknown>, header?: Record<string, unknown>, key?: CryptoKey): Promise<string>
  /** The provider notifies the client of an ended session. Rejects if the client refuses. */
  backChannelLogout(account: string, session: string): Promise<void>
  forgetClient(clientId: string): Promise<void>
  /** Closes all connections and stops listening until `up`. */
  down(): Promise<void>
  up(): Promise<void>
}

/** People can grant these scopes: `openid offline_access files.read files.write`. */
export async function startOpenIdProvider(
  t: TestContext,
  options: OpenIdProviderOptions = {},
): Promise<OpenIdProvider> {
  const requests: ProviderRequest[] = []
  let intercepted: Parameters<OpenIdProvider['intercept']>[0] = null
  // The provider is created after the server listens, because its metadata contain the address.
  const made: {
    handle?: (request: IncomingMessage, response: ServerResponse, seen: ProviderRequest) => void
  } = {}
  const server = createServer((request, response) => {
    void (async () => {
      const body = await Readable.from(request).reduce((text: string, chunk) => text + String(chunk), '')
      const seen = seenRequest(request, body)
      requests.push(seen)
      if (intercepted && (await intercepted(seen, response))) return
      // oidc-provider accepts a parsed body in `request.body`.
      Object.assign(request, { body: isForm(request) ? Object.fromEntries(seen.form) : parsed(body) })
      made.handle!(request, response, seen)
    })().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const clientId = `client-${randomBytes(4).toString('hex')}`
  const clientSecret = randomBytes(16).toString('hex')
  const provider = new Provider(url, {
    ...(await configuration(options)),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: options.redirectUris ?? ['http://127.0.0.1/callback'],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        ...options.client,
      },
    ],
  })
  const callback = provider.callback()
  made.handle = (request, response, seen) => {
    if (seen.path.startsWith('/interaction/'))
      answerInteraction(provider, request, response, seen.form).catch(() => response.destroy())
    else void callback(request, response)
  }
  const down = () => killed(server)
  t.after(down)
  return {
    url,
    clientId,
    clientSecret,
    requests,
    tokenRequests: (grantType) =>
      requests.filter(({ path, form }) => path === '/token' && form.get('grant_type') === grantType),
    intercept: (answer) => void (intercepted = answer),
    async accepts(accessToken) {
      const found = await provider.AccessToken.find(accessToken)
      return found?.isValid
        ? { scope: found.scope ?? '', audience: String(found.aud ?? '') || null, account: found.accountId }
        : null
    },
    acceptsRefresh: async (refreshToken) =>
      (await provider.RefreshToken.find(refreshToken))?.isValid === true,
    sign: async (claims, header = {}, key) =>
      new SignJWT({ iat: Math.floor(Date.now() / 1000), exp: Math.floor(Date.now() / 1000) + 300, ...claims })
        .setProtectedHeader({ alg: 'RS256', ...header })
        .sign(key ?? (await importJWK(await signingKey!, 'RS256'))),
    async backChannelLogout(account, session) {
      const client: any = await provider.Client.find(clientId)
      await client.backchannelLogout(account, session)
    },
    async forgetClient(forgotten) {
      await (provider.Client as any).adapter.destroy(forgotten)
      if (await provider.Client.find(forgotten)) throw new Error(`${forgotten} is still known`)
    },
    down,
    async up() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}

let signingKey: Promise<JWK> | undefined

/** Generated once, because it is the most expensive part of a provider. */
const makeSigningKey = async (): Promise<JWK> =>
  exportJWK((await generateKeyPair('RS256', { extractable: true })).privateKey)

async function configuration({
  accessTokenSeconds = 3600,
  claims,
  reach,
  readsDocuments = false,
  requiresPar = false,
}: OpenIdProviderOptions) {
  const day = 86_400
  return {
    jwks: { keys: [{ ...(await (signingKey ??= makeSigningKey())), alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key only tests know'] },
    ...(reach && {
      // Drops oidc-provider's own dispatcher, which cannot reach loopback addresses.
      fetch: (
        to: string | URL | Request,
        { dispatcher: _, ...init }: RequestInit & { dispatcher?: unknown } = {},
      ) => fetch(reach(to instanceof Request ? to.url : to.toString()), init),
    }),
    scopes: ['openid', 'offline_access', 'files.read', 'files.write'],
    claims: { email: ['email', 'email_verified'], profile: ['name'], groups: ['groups', 'roles'] },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    expiresWithSession: async () => false,
    findAccount: async (_context: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ sub: id, email: `${id}@provider.test`, ...claims?.(id) }),
    }),
    // Ignores earlier grants, so that each request needs consent.
    loadExistingGrant: async (context: any) => {
      const grantId = context.oidc.result?.consent?.grantId
      return grantId ? context.oidc.provider.Grant.find(grantId) : undefined
    },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      backchannelLogout: { enabled: true },
      registration: { enabled: true },
      ...(readsDocuments && { clientIdMetadataDocument: { enabled: true, ack: 'draft-02' } }),
      pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: requiresPar },
      resourceIndicators: {
        enabled: true,
        defaultResource: async (_context: unknown, _client: unknown, oneOf?: any) => oneOf,
        useGrantedResource: async () => true,
        getResourceServerInfo: async (_context: unknown, resource: string) => ({
          scope: 'files.read files.write offline_access',
          audience: resource,
          accessTokenTTL: accessTokenSeconds,
          accessTokenFormat: 'opaque' as const,
        }),
      },
    },
    ttl: {
      AccessToken: () => accessTokenSeconds,
      AuthorizationCode: () => 60,
      Grant: () => 30 * day,
      IdToken: () => 3600,
      Interaction: () => 3600,
      RefreshToken: () => 30 * day,
      Session: () => day,
    },
  }
}

function seenRequest({ method = 'GET', url = '/', headers }: IncomingMessage, body: string): ProviderRequest {
  const { pathname, searchParams } = new URL(url, 'http://provider')
  const form = new URLSearchParams(isForm({ headers }) ? body : '')
  return { method, path: pathname, query: searchParams, form, body, headers }
}

const isForm = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

async function killed(server: Server): Promise<void> {
  if (!server.listening) return
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
