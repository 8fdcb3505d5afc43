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
import type { McpAdmission, McpEndpoint } from './admission.ts'
import type { createAnswering } from './answering.ts'
import type { McpExchange } from './exchange.ts'
import { MCP_ROUTES } from './declared-routes.ts'
import type { McpEvents } from './log-events.ts'
import { mcpFailureText, mcpRefusal } from './refuse.ts'
import { INTERNAL_ERROR } from './rpc.ts'

export interface McpMountDeps {
  keys: McpEndpoint
  signIn: SignInDoor | null
  admission: Pick<McpAdmission, 'admitBy'>
  answerBy: ReturnType<typeof createAnswering>
  exchange: Pick<McpExchange, 'close'>
  cancellations: Disposable
  events: Pick<McpEvents, 'failed'>
}

export interface SignInDoor extends McpEndpoint {
  routes(app: FastifyInstance): void
}

const NOT_HERE = 'The MCP server is at /mcp.'
const MAX_BODY_BYTES = 4 * 1024 * 1024

export function createMcp({
  keys,
  signIn,
  admission,
  answerBy,
  exchange,
  cancellations,
  events,
}: McpMountDeps): Mount {
  const fail: Mount['fail'] = (...failed) => answerFailure(events, ...failed)

  return {
    prefix: '/mcp',
    fail,
    routes(app) {
      app.setErrorHandler<FastifyError>(fail)
      const elsewhere = signIn ? `${NOT_HERE} Programs that sign people in use /mcp/oauth.` : NOT_HERE
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
      open(MCP_ROUTES.keys, keys)
      if (!signIn) return
      open(MCP_ROUTES.signIn, signIn)
      void app.register(async (unkeyed) => signIn.routes(unkeyed))
    },
    async endStreams() {
      cancellations[Symbol.dispose]()
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
