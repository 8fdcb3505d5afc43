import {
  errorCodes,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { optionsOf, type DeclaredRoute } from '#ground/api/declared-route.ts'
import { keepConnected } from '#ground/base/keep-connected.ts'
import type { Mount } from '#ground/base/mount.ts'
import { isStoreUnavailable, STORE_AWAY, STORE_RETRY_AFTER } from '#ground/store/errors.ts'
import { isJsonCharset } from './accept.ts'
import { createMcpAdmission, type McpEndpoint, type McpAdmissionDeps } from './admission.ts'
import { createAnswering, type AnsweringDeps } from './answering.ts'
import { createCalls, type CallsDeps } from './calls.ts'
import { MCP_ROUTES } from './declared-routes.ts'
import { createExchange } from './exchange.ts'
import type { McpEvents } from './log-events.ts'
import { mcpFailureText, mcpRefusal } from './refuse.ts'
import { createResources, type OwnArtifacts } from './resources.ts'
import { INTERNAL_ERROR } from './rpc.ts'
import { createServer, type ServerDeps } from './server.ts'

export interface McpDeps
  extends
    Omit<ServerDeps, 'calls' | 'resources' | 'clock'>,
    Omit<CallsDeps, 'events'>,
    Omit<McpAdmissionDeps, 'events'>,
    Omit<AnsweringDeps, 'calls' | 'exchange' | 'admission' | 'events'> {
  hub: CallsDeps['agent']['hub'] & ServerDeps['hub']
  artifacts: OwnArtifacts
  /** Of `/mcp`, where programs send a key. */
  keys: McpEndpoint
  /** Of the address where programs sign people in; null when there is none. */
  signIn: SignInDoor | null
  events: McpEvents
}

export interface SignInDoor extends McpEndpoint {
  /** Routes for registration and tokens of programs. */
  routes(app: FastifyInstance): void
}

const NOT_HERE = 'The MCP server is at /mcp.'
const MAX_BODY_BYTES = 4 * 1024 * 1024

/** The Hub as an MCP server under `/mcp`: the caller is checked here, the messages by the SDK. */
export function createMcp(deps: McpDeps): Mount {
  const { events } = deps
  const calls = createCalls(deps)
  const serving: ServerDeps = { ...deps, calls, resources: createResources(deps) }
  const exchange = createExchange({
    serverFor: (visit) => createServer(serving, visit),
    onTroubled: events.troubled,
  })
  const admission = createMcpAdmission(deps)

  const answerBy = createAnswering({ ...deps, calls, exchange, admission })
  const fail: Mount['fail'] = (...failed) => answerFailure(events, ...failed)

  return {
    prefix: '/mcp',
    fail,
    routes(app) {
      app.setErrorHandler<FastifyError>(fail)
      const elsewhere = deps.signIn ? `${NOT_HERE} Programs that sign people in use /mcp/oauth.` : NOT_HERE
      app.setNotFoundHandler((_request, reply) => {
        const allow = reply.getHeader('allow')
        return allow ? mcpRefusal(reply, 405, `Send a ${String(allow)}.`) : mcpRefusal(reply, 404, elsewhere)
      })
      app.removeAllContentTypeParsers()
      const text = { parseAs: 'string' as const, bodyLimit: MAX_BODY_BYTES }
      app.addContentTypeParser('application/json', text, (request, body, done) =>
        isJsonCharset(request.headers['content-type'])
          ? done(null, body)
          : done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type'])),
      )
      const open = (route: DeclaredRoute, door: McpEndpoint) =>
        app.route({
          ...optionsOf(app, route),
          onRequest: admission.admitBy(door),
          handler: answerBy(door),
        })
      open(MCP_ROUTES.keys, deps.keys)
      const { signIn } = deps
      if (!signIn) return
      open(MCP_ROUTES.signIn, signIn)
      void app.register(async (unkeyed) => signIn.routes(unkeyed))
    },
    async endStreams() {
      deps.cancellations[Symbol.dispose]()
      await exchange.close()
    },
  }
}

const FAULTS: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: `The body is larger than ${MAX_BODY_BYTES} bytes.`,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send the body as application/json, in UTF-8.',
}

function answerFailure(
  events: Pick<McpEvents, 'failed'>,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = FAULTS[error.code]
  if (known) return mcpRefusal(keepConnected(reply), error.statusCode ?? 400, known)
  if (error.statusCode !== undefined && error.statusCode < 500)
    return mcpRefusal(reply, error.statusCode, error.message)
  if (isStoreUnavailable(error))
    return mcpRefusal(reply.header('retry-after', STORE_RETRY_AFTER), 503, STORE_AWAY, INTERNAL_ERROR)
  events.failed({ requestId: request.id, error })
  return mcpRefusal(reply, 500, mcpFailureText(request.id), INTERNAL_ERROR)
}
