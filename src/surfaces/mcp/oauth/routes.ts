import { parseBoundedJson } from '#ground/base/json/parse.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { keepConnected } from '#ground/base/keep-connected.ts'
import type { RateLimit } from '#ground/base/rate-limit.ts'
import type { Result } from '#ground/base/result.ts'
import { optionsOf } from '#ground/api/declared-route.ts'
import { networkOf } from '../attempts.ts'
import type { McpOauthEvents } from './log-events.ts'
import type { HubAddresses } from './addresses.ts'
import { MCP_SIGN_IN_ROUTES as ROUTES } from './declared-routes.ts'
import { resourceMetadata } from './metadata.ts'
import { openToPages, preflight } from './pages.ts'
import type { Programs } from './programs.ts'
import type { ProgramSignIns } from './sign-ins.ts'
import { readTokenRequest, type TokenRequest } from './token-request.ts'
import type { OauthTokens } from './tokens.ts'

export interface SignInRoutesDeps {
  addresses: HubAddresses
  hub: string
  name(): string
  programs: Pick<Programs, 'register' | 'find'>
  signIns: Pick<ProgramSignIns, 'redeem' | 'renew' | 'giveBack'>
  limits: { registrations: RateLimit; tokens: RateLimit }
  events: Pick<McpOauthEvents, 'registered' | 'refused'>
}

const MAX_BODY_BYTES = 32 * 1024

export function oauthRoutes(app: FastifyInstance, deps: SignInRoutesDeps): void {
  const { addresses, programs, signIns, limits, events } = deps
  takeJsonAndForms(app)
  const refuse = (request: FastifyRequest, reply: FastifyReply, refusal: OauthRefusal) => {
    const { status = 400, error, message } = refusal
    events.refused({ requestId: request.id, route: request.routeOptions.url ?? '', error })
    return send(reply.code(status), { error, error_description: message })
  }
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error.statusCode === undefined || error.statusCode >= 500) throw error
    const { statusCode: status, message } = error
    return refuse(request, keepConnected(reply), { status, error: 'invalid_request', message })
  })
  const limited = (limit: RateLimit) => async (request: FastifyRequest, reply: FastifyReply) => {
    const seconds = limit.consume(
      networkOf(request.headers['x-forwarded-for'], request.socket.remoteAddress ?? ''),
    )
    if (seconds === 0) return undefined
    void reply.header('retry-after', String(seconds))
    const message = `Too many requests came from this address. Try again in ${seconds} s.`
    return refuse(request, reply, { status: 429, error: 'temporarily_unavailable', message })
  }

  keyMetadataRoute(app, deps)
  app.route({ ...optionsOf(app, ROUTES.registerPreflight), handler: preflight('POST') })
  app.route({
    ...optionsOf(app, ROUTES.register),
    onRequest: [openToPages, limited(limits.registrations)],
    async handler(request, reply) {
      const registered = await programs.register(jsonIn(request.body))
      if (!registered.ok) {
        const status = registered.refusal.error === 'temporarily_unavailable' ? 503 : 400
        return refuse(request, reply, { status, ...registered.refusal })
      }
      const { id, name, redirectUris, createdAt } = registered.value
      events.registered({ program: id })
      return send(reply.code(201), {
        client_id: id,
        client_id_issued_at: Math.floor(createdAt / 1000),
        client_name: name,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      })
    },
  })

  app.route({ ...optionsOf(app, ROUTES.tokenPreflight), handler: preflight('POST') })
  app.route({
    ...optionsOf(app, ROUTES.token),
    onRequest: [openToPages, limited(limits.tokens)],
    async handler(request, reply) {
      const read = readTokenRequest(request.body)
      if (!read.ok) return refuse(request, reply, read.refusal)
      const { programId } = read.value
      // The error `invalid_client` makes a program register again.
      if (!(await programs.find(programId))) return refuse(request, reply, UNKNOWN_PROGRAM)
      const { resource } = read.value
      const storedResource = resource && (addresses.canonicalResource(resource) ?? resource)
      const issued = await tokensFor(signIns, { ...read.value, hub: deps.hub, resource: storedResource })
      if (!issued.ok) return refuse(request, reply, { error: issued.refusal, message: WHY[issued.refusal] })
      const { accessToken, refreshToken, seconds, resource: stored } = issued.value
      return send(reply, {
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: seconds,
        refresh_token: refreshToken,
        resource: addresses.resourceForHost(stored, request.headers.host),
      })
    },
  })

  app.route({
    ...optionsOf(app, ROUTES.revoke),
    onRequest: limited(limits.tokens),
    async handler(request, reply) {
      const token = request.body instanceof URLSearchParams ? request.body.get('token') : null
      if (!token) return refuse(request, reply, { error: 'invalid_request', message: 'token is missing.' })
      await signIns.giveBack(token)
      return send(reply, {})
    },
  })
}

function takeJsonAndForms(app: FastifyInstance): void {
  const asText = { parseAs: 'string' as const, bodyLimit: MAX_BODY_BYTES }
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', asText, (_request, body, done) => done(null, body))
  app.addContentTypeParser<string>('application/x-www-form-urlencoded', asText, (_request, body, done) =>
    done(null, new URLSearchParams(body)),
  )
}

/** Clients with a key drop the key if they find metadata, so only a response with status 401 names this path. */
function keyMetadataRoute(
  app: FastifyInstance,
  { addresses, name }: Pick<SignInRoutesDeps, 'addresses' | 'name'>,
): void {
  app.route({ ...optionsOf(app, ROUTES.keyMetadataPreflight), handler: preflight('GET') })
  app.route({
    ...optionsOf(app, ROUTES.keyMetadata),
    onRequest: openToPages,
    handler({ headers }, reply) {
      const { keyResource, resource } = addresses.forHost(headers.host)
      return send(reply, resourceMetadata(keyResource, resource, name()))
    },
  })
}

interface OauthRefusal {
  status?: number
  error: string
  message: string
}

const UNKNOWN_PROGRAM: OauthRefusal = {
  status: 401,
  error: 'invalid_client',
  message: 'This program is not registered here, or no longer. Register it again.',
}

const WHY = {
  invalid_grant:
    'The code or token is invalid, expired, already used or revoked, or belongs to another request.',
  invalid_target: 'The code or token is for another address.',
} as const

const tokensFor = (
  signIns: SignInRoutesDeps['signIns'],
  request: TokenRequest & { hub: string },
): Promise<Result<OauthTokens, keyof typeof WHY>> =>
  request.kind === 'code'
    ? signIns.redeem(request.code, request)
    : signIns.renew(request.refreshToken, request)

const jsonIn = (body: unknown): unknown => {
  try {
    return typeof body === 'string' ? parseBoundedJson(body) : null
  } catch {
    return null
  }
}

const send = (reply: FastifyReply, body: object) =>
  reply
    .header('content-type', 'application/json')
    .header('cache-control', 'no-store')
    .header('pragma', 'no-cache')
    .send(JSON.stringify(body))
