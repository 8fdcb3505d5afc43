import { nameAllowedMethods } from '#ground/base/allowed-methods.ts'
import {
  fastify,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { RequestListener, Server } from 'node:http'
import { bodyBytes, type BodyStream } from '#ground/base/body-bytes.ts'
import { optionsOf } from '#ground/api/declared-route.ts'
import { isDiskFull } from '#ground/base/disk-full.ts'
import { ERROR_POLICY, PROTECTIVE_HEADERS } from '#ground/base/files/serving.ts'
import { keepConnected } from '#ground/base/keep-connected.ts'
import { createHttpServer } from '#ground/base/http-server.ts'
import type { LateMount, Mount } from '#ground/base/mount.ts'
import { onlyByOwnName } from '#ground/base/network/misdirected.ts'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import { NO_JSON_SCHEMA } from '#ground/base/no-json-schema.ts'
import { requestIdOf } from '#ground/base/request-id.ts'
import type { Hub } from '#ground/hub/hub.ts'
import type { InstanceReadiness } from '#ground/instances/readiness.ts'
import { BlobDamaged, BlobStorageUnavailable } from '#ground/blobs/blobs.ts'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import { aboutRoutes, type AgentFacts } from './about/routes.ts'
import { chatFileLinkRoutes, chatFileRoutes, type ChatFilesDeps } from './chat-files.ts'
import { unauthenticated } from './authorize.ts'
import { BRIDGE_ROUTES } from './declared-routes.ts'
import { completionRoutes } from './completions/routes.ts'
import {
  DRAINS,
  FILE_DAMAGED,
  FILES_AWAY,
  invalidRequest,
  methodNotAllowed,
  NO_ROOM,
  sendError,
  STORE_UNAVAILABLE,
} from './error.ts'
import { hubRoutes, type BridgeHubsDeps } from './hubs.ts'
import { createLateMounts } from './late-mounts.ts'
import { trackInFlight } from './in-flight.ts'
import { healthOf } from './health.ts'
import { memoryRoutes } from './memory.ts'
import { modelRoutes } from './models.ts'
import { responseRoutes, type ResponsesDeps } from './responses/routes.ts'
import type { Assertions } from '#core/agent/assertions/assertions.ts'
import type { TraceIntake } from '#core/traces/intake.ts'
import { questionRoutes, type QuestionsDeps } from './questions.ts'
import { traceRoutes } from './traces/routes.ts'
import { uploadRoutes } from './uploads.ts'

export interface BridgeDeps
  extends Omit<ResponsesDeps, 'hubSlug'>, ChatFilesDeps, BridgeHubsDeps, QuestionsDeps {
  hub: Pick<Hub, 'slug' | 'folderName' | 'agent'>
  about: AgentFacts
  own: Pick<OwnAddress, 'isNamedBy'>
  created: number
  mounts: readonly Mount[]
  lateMounts: readonly LateMount[]
  readiness: InstanceReadiness
  metrics: MetricsDeps
  assertions: Pick<Assertions, 'publicKeys'>
  /** Null: the server has no route for traces. */
  traceIntake: TraceIntake | null
}

export function createBridge(deps: BridgeDeps): FastifyInstance {
  const late = createLateMounts({
    mounts: deps.lateMounts,
    appFor: (mount) => withMount(bareApp(deps, { mounts: [mount], serverFactory: () => app.server }), mount),
    fail(error, request, response) {
      const requestId = requestIdOf(request.headers['x-request-id'])
      deps.events.requestFailed({ requestId, route: 'none yet', error })
      response
        .writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
        .end(`${failedFor(requestId)}\n`)
    },
  })
  const app = bareApp(deps, {
    mounts: deps.mounts,
    serverFactory: (handler) =>
      createHttpServer(
        onlyByOwnName(deps.own, (request, response) =>
          (late.listenerFor(request) ?? handler)(request, response),
        ),
      ),
  })
  app.addHook('onClose', late.close)
  healthRoutes(app, deps)
  metricsRoute(app, deps.metrics)
  publicKeysRoute(app, deps)
  const { traceIntake } = deps
  if (traceIntake) void app.register(async (open) => traceRoutes(open, traceIntake))
  void app.register(async (open) => {
    chatFileRoutes(open, deps)
    chatFileLinkRoutes(open, deps)
  })
  void app.register(async (keyed) => keyedRoutes(keyed, deps))
  for (const mount of deps.mounts) withMount(app, mount)
  return app
}

function healthRoutes(app: FastifyInstance, { hub, readiness }: Pick<BridgeDeps, 'hub' | 'readiness'>): void {
  app.route({ ...optionsOf(app, BRIDGE_ROUTES.readHealth), handler: async () => healthOf(hub) })
  app.route({
    ...optionsOf(app, BRIDGE_ROUTES.readReadiness),
    async handler(_request, reply) {
      const unready = await readiness.check()
      if (unready !== null) return sendError(reply, unready === 'draining' ? DRAINS : STORE_UNAVAILABLE)
      return { status: 'ready', hub: hub.folderName }
    },
  })
}

function withMount(app: FastifyInstance, { prefix, routes }: Mount): FastifyInstance {
  void app.register(async (mounted) => routes(mounted), { prefix })
  return app
}

interface Bare {
  mounts: readonly Mount[]
  serverFactory(handler: RequestListener): Server
}

function bareApp({ events }: Pick<BridgeDeps, 'events'>, { mounts, serverFactory }: Bare): FastifyInstance {
  const app = fastify({
    serverFactory,
    schemaController: NO_JSON_SCHEMA,
    clientErrorHandler: () => {}, // `createHttpServer` already responds to malformed HTTP
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    routerOptions: { maxParamLength: 16_384 },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      void reply.headers(PRIVATE_HEADERS)
      void (mountOf(mounts, request)?.fail(error, request, reply) ?? fail(events, error, request, reply))
    },
  })
  nameAllowedMethods(app)
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, { statusCode: status }, done) => {
    if (status >= 400) events.requestRefused({ requestId: request.id, route: routeOf(request), status })
    // A connection whose last response ended during closing would stay open until it times out.
    if (!app.server.listening) setImmediate(() => app.server.closeIdleConnections())
    done()
  })
  app.setErrorHandler<FastifyError>((error, request, reply) => fail(events, error, request, reply))
  app.setNotFoundHandler((request, reply) => {
    const allow = reply.getHeader('allow')
    if (allow) return sendError(reply, methodNotAllowed(request, String(allow)))
    const message = `There is no ${request.method} ${request.url.split('?')[0]} here.`
    return sendError(reply, invalidRequest(message, { status: 404, code: 'unknown_url' }))
  })
  return app
}

/** The bridge key is checked before the body is read. */
async function keyedRoutes(app: FastifyInstance, deps: BridgeDeps): Promise<void> {
  const contentTypes = new WeakMap<FastifyRequest, string>()
  app.addHook('onRequest', async (request, reply) => {
    const { 'content-type': contentType } = request.raw.headers
    if (deps.keys.kindOf(request.headers) === null) {
      void reply.header('www-authenticate', 'Bearer realm="bridge"')
      return sendError(reply, unauthenticated(request.headers))
    }
    // Hides the declared type: routes parse their bodies regardless of it, and a malformed type must not be an error.
    if (contentType !== undefined) contentTypes.set(request, contentType)
    request.raw.headers['content-type'] = undefined // deleting the property would make each later look-up slow
    return undefined
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request: FastifyRequest, payload: BodyStream) => bodyBytes(request, payload))
  modelRoutes(app, deps)
  hubRoutes(app, deps)
  aboutRoutes(app, { ...deps, ...deps.about })
  memoryRoutes(app, { ...deps, memory: deps.about.memory })
  questionRoutes(app, deps)
  const track = trackInFlight(app)
  completionRoutes(app, { ...deps, hubSlug: deps.hub.slug }, track)
  responseRoutes(app, { ...deps, hubSlug: deps.hub.slug }, track)
  await app.register(async (uploads) =>
    uploadRoutes(uploads, { ...deps, contentTypeOf: (request) => contentTypes.get(request) }, track),
  )
}

const mountOf = (mounts: readonly Mount[], { url }: FastifyRequest): Mount | undefined =>
  mounts.find(({ prefix }) => url === prefix || url.startsWith(`${prefix}/`))

/** Details of unexpected errors are only logged. */
function fail(
  events: BridgeDeps['events'],
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return sendError(keepConnected(reply), BODY_TOO_LARGE)
  // The framework's message quotes the whole address, which may be a secret link.
  if (error.code === 'FST_ERR_BAD_URL')
    return sendError(
      reply.headers({ ...PROTECTIVE_HEADERS, 'content-security-policy': ERROR_POLICY }),
      BAD_ADDRESS,
    )
  if (error.code === 'ECONNRESET')
    return sendError(reply, invalidRequest('The connection closed before the request was complete.'))
  if (error.statusCode !== undefined && error.statusCode < 500)
    return sendError(reply, invalidRequest(error.message, { status: error.statusCode }))
  if (isStoreUnavailable(error) && !isDiskFull(error)) return sendError(reply, STORE_UNAVAILABLE)
  if (error instanceof BlobStorageUnavailable) return sendError(reply, FILES_AWAY)
  events.requestFailed({ requestId: request.id, route: routeOf(request), error })
  if (isDiskFull(error)) return sendError(reply, NO_ROOM)
  if (error instanceof BlobDamaged) return sendError(reply, FILE_DAMAGED)
  const message = failedFor(request.id)
  return sendError(reply, { status: 500, type: 'server_error', code: 'internal', message, param: null })
}

const failedFor = (requestId: string): string =>
  `The bridge failed unexpectedly. The log has the details under request ${requestId}.`

/** A malformed address may be a damaged secret link, so it must not reach referrers or search engines. */
const PRIVATE_HEADERS = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' } as const
const BAD_ADDRESS = invalidRequest('The address is not properly encoded.', { code: 'bad_address' })
const BODY_TOO_LARGE = invalidRequest('The request body is too large.', { status: 413, code: 'too_large' })

/** Logs the route's pattern, because the address may contain a link's signature. */
const routeOf = (request: FastifyRequest): string =>
  `${request.method} ${request.routeOptions.url ?? 'unknown'}`

interface MetricsDeps {
  readonly contentType: string
  text(): Promise<string>
}

/** This route needs no key, because the edge does not forward its path. */
function metricsRoute(app: FastifyInstance, { contentType, text }: MetricsDeps): void {
  app.route({
    ...optionsOf(app, BRIDGE_ROUTES.readMetrics),
    handler: async (_request, reply) =>
      reply
        .header('content-type', contentType)
        .header('cache-control', 'no-store')
        .send(await text()),
  })
}

/** Services that verify assertions read the keys without an account. */
function publicKeysRoute(app: FastifyInstance, { assertions }: Pick<BridgeDeps, 'assertions'>): void {
  app.route({
    ...optionsOf(app, BRIDGE_ROUTES.readPublicKeys),
    handler: async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').send(assertions.publicKeys()),
  })
}
