import {
  errorCodes,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import type { Receipts } from '#core/access/receipts.ts'
import { DEPTH_HEADER, depthOf } from '#core/agent/turn/depth.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { EVENT_STREAM_HEAD } from '#ground/base/event-stream/write.ts'
import { mayLoseDigits } from '#ground/base/json/parse.ts'
import { keepConnected } from '#ground/base/keep-connected.ts'
import type { Mount } from '#ground/base/mount.ts'
import { DRAINING } from '#ground/machines/machines.ts'
import { isStoreUnavailable, STORE_AWAY, STORE_RETRY_AFTER } from '#ground/store/errors.ts'
import { isJsonCharset, takenTypes, type TakenTypes } from './accept.ts'
import { readBody } from './body.ts'
import type { KeyOwner } from './caller.ts'
import { createCalls, type CallsDeps } from './calls.ts'
import type { Cancellations } from './cancellations.ts'
import { createAdmission, type Door, type AdmissionDeps } from './admission.ts'
import { deliver } from './delivery.ts'
import { createExchange } from './exchange.ts'
import type { McpEvents } from './log-events.ts'
import type { Gate, GateRefusal } from './gate.ts'
import { asksForProgress } from './messages.ts'
import { SIGN_IN_PATH } from './oauth/metadata.ts'
import { plainCall } from './plain-call.ts'
import { refuse, sendJson } from './refuse.ts'
import { createResources, type OwnArtifacts } from './resources.ts'
import { MODERN_REVISION } from './revisions.ts'
import {
  CANCELLED,
  errorBody,
  INTERNAL_ERROR,
  isRecord,
  REFUSED,
  requestIdOf,
  type RequestId,
} from './rpc.ts'
import { cancelRequests, registerRequests } from './running-requests.ts'
import { createServer, type ServerDeps, type Visit } from './server.ts'
import { newSessionId, SESSION_HEADER } from './sessions.ts'

export interface McpDeps
  extends Omit<ServerDeps, 'calls' | 'resources'>, Omit<CallsDeps, 'events'>, Omit<AdmissionDeps, 'events'> {
  hub: CallsDeps['agent']['hub'] & ServerDeps['hub']
  artifacts: OwnArtifacts
  /** Of `/mcp`, where programs send a key. */
  gate: Gate
  /** Of the address where programs sign people in; null when there is none. */
  signIn: SignInDoor | null
  /** Told of what ends for want of access. */
  receipts: Pick<Receipts, 'stopped'>
  /** Whether the machine takes nothing new. */
  isDraining(): Promise<boolean>
  cancellations: Cancellations
  clock: Pick<Clock, 'now' | 'after'>
  events: McpEvents
}

export interface SignInDoor {
  gate: Gate
  /** Address of the document that says how to sign in. */
  metadataUrl: string
  /** Where programs register and get tokens. */
  routes(app: FastifyInstance): void
}

const MAX_BODY_BYTES = 4 * 1024 * 1024

/** The Hub as an MCP server under `/mcp`: who asks is checked here, what they say is judged by the SDK. */
export function createMcp(deps: McpDeps): Mount {
  const { events } = deps
  const calls = createCalls(deps)
  const serving: ServerDeps = { ...deps, calls, resources: createResources(deps) }
  const exchange = createExchange({
    serverFor: (visit) => createServer(serving, visit),
    onTroubled: events.troubled,
  })
  const admission = createAdmission(deps)

  const answerBy = (door: Door) => async (request: FastifyRequest, reply: FastifyReply) => {
    const owner = admission.ownerOf(request)
    const takes = takenTypes(request.headers.accept)
    if (!takes.json && !takes.eventStream) return refuse(reply, 406, NOT_ACCEPTABLE)
    const text = request.body as string
    const read = await readBody(text, request.headers)
    if (!read.ok) return refuse(reply, ...read.refusal)
    const { value: body, revision, session } = read.value
    if (callsTool(body) && !isWithinTurn(request) && (await deps.isDraining()))
      return refuseDraining(reply, requestIdOf(body))
    const stop = new AbortController()
    let lost: GateRefusal | null = null
    const startedAt = deps.clock.now()
    const watch = door.gate.watch(request.headers, (refusal) => {
      lost = refusal
      events.withdrawn({ requestId: request.id, reason: refusal.reason })
      stop.abort()
      if (callsTool(body) && !isWithinTurn(request))
        noteStopped(deps.receipts, { request, owner, startedAt }, refusal)
    })
    const running = registerRequests(deps.cancellations, { body, owner, session }, () => stop.abort())
    reply.raw.once('close', () => {
      watch[Symbol.dispose]()
      running[Symbol.dispose]()
      stop.abort()
    })
    if (request.raw.socket.destroyed) stop.abort() // it left while its key was checked
    await cancelRequests(deps.cancellations, { body, owner, session }, events)
    const visit: Visit = {
      caller: { email: owner.email, surface: 'mcp', groups: [] },
      requestId: request.id,
      revision,
      isStreamed: takes.eventStream && (!takes.json || asksForProgress(body)),
      signalOf: running.signalOf,
    }
    if (isInitialize(body) && revision !== MODERN_REVISION)
      void reply.header(SESSION_HEADER, newSessionId(revision))
    const refusalNow = () => lost && errorBody(REFUSED, lost.message, requestIdOf(body))
    const delivered = await deliver(answer(body, request, visit, stop.signal), {
      reply,
      takes,
      mayKeepAlive: !Array.isArray(body) && callsTool(body),
      hasMarks: mayLoseDigits(text),
      signal: stop.signal,
      onEnded: refusalNow,
      onFailed: (error) => failedMessage(events, error, request, requestIdOf(body)),
      clock: deps.clock,
    })
    if (delivered) return delivered
    if (lost) return admission.turnAway(door, request, reply, lost)
    return endUnanswered(reply, takes, requestIdOf(body))
  }

  const answer = async (body: unknown, request: FastifyRequest, visit: Visit, signal: AbortSignal) =>
    (await answerPlain(body, request, visit, signal)) ?? (await exchange.answer(body, request, visit, signal))

  /** Straight to the tool, without a server made for the one call; null when only the SDK can answer. */
  const answerPlain = async (
    body: unknown,
    { headers }: FastifyRequest,
    { caller, requestId, revision }: Visit,
    signal: AbortSignal,
  ) => {
    const plain = plainCall(body, headers)
    const result = plain && (await calls.call(caller, { ...plain, requestId, revision }, signal))
    if (!plain || !result) return null
    return { result: plain.isModern ? modern(result) : result, jsonrpc: '2.0', id: plain.id }
  }
  const modern = (result: object) => ({
    ...result,
    resultType: 'complete',
    _meta: { [SERVER_INFO_META_KEY]: deps.identity() },
  })

  const fail: Mount['fail'] = (...failed) => answerFailure(events, ...failed)

  return {
    prefix: '/mcp',
    fail,
    routes(app) {
      app.setErrorHandler<FastifyError>(fail)
      app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'The MCP server is at /mcp.'))
      app.removeAllContentTypeParsers()
      const text = { parseAs: 'string' as const, bodyLimit: MAX_BODY_BYTES }
      app.addContentTypeParser('application/json', text, (request, body, done) =>
        isJsonCharset(request.headers['content-type'])
          ? done(null, body)
          : done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type'])),
      )
      const open = (path: string, door: Door) =>
        app.all(path, { onRequest: admission.admitBy(door) }, answerBy(door))
      open('', { gate: deps.gate, metadataUrl: null })
      const { signIn } = deps
      if (!signIn) return
      open(SIGN_IN_PATH, signIn)
      void app.register(async (unkeyed) => signIn.routes(unkeyed))
    },
    async endStreams() {
      deps.cancellations[Symbol.dispose]()
      await exchange.close()
    },
  }
}

/** A key that is revoked ends calls too, but is no change of access. */
function noteStopped(
  receipts: Pick<Receipts, 'stopped'>,
  { request, owner, startedAt }: { request: FastifyRequest; owner: KeyOwner; startedAt: EpochMs },
  { reason: why }: GateRefusal,
): void {
  if (why !== 'blocked' && why !== 'no_grant') return
  const call = { kind: 'mcp_call', id: request.id, chat: null, key: owner.key?.name ?? null } as const
  receipts.stopped({ ...call, subject: owner.email, request: request.id, startedAt, why })
}

const NOT_ACCEPTABLE =
  'The answer would be application/json or text/event-stream, and “Accept” takes neither.'

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
  if (known) return refuse(keepConnected(reply), error.statusCode ?? 400, known)
  if (error.statusCode !== undefined && error.statusCode < 500)
    return refuse(reply, error.statusCode, error.message)
  if (isStoreUnavailable(error))
    return refuse(reply.header('retry-after', STORE_RETRY_AFTER), 503, STORE_AWAY, INTERNAL_ERROR)
  events.failed({ requestId: request.id, error })
  return refuse(reply, 500, failureText(request.id), INTERNAL_ERROR)
}

/** Notes a failure for which no HTTP status can be sent any more. */
function failedMessage(
  events: Pick<McpEvents, 'failed'>,
  error: unknown,
  { id: requestId }: FastifyRequest,
  id: RequestId | null,
): object {
  events.failed({ requestId, error })
  return errorBody(INTERNAL_ERROR, failureText(requestId), id)
}

const failureText = (requestId: string): string =>
  `The server failed unexpectedly. Its log has the details under request ${requestId}.`

/** A cancelled request gets no response: an empty stream where the client takes it. A client that left gets nothing. */
const endUnanswered = (reply: FastifyReply, takes: TakenTypes, id: RequestId | null): FastifyReply =>
  takes.eventStream
    ? reply.headers(EVENT_STREAM_HEAD).send('')
    : sendJson(reply, errorBody(CANCELLED, 'The client cancelled this request.', id))

const refuseDraining = (reply: FastifyReply, id: RequestId | null) =>
  refuse(reply.header('retry-after', STORE_RETRY_AFTER), 503, DRAINING, REFUSED, id, { code: 'draining' })

const isInitialize = (body: unknown): boolean => isRecord(body) && body.method === 'initialize'

/** Also one among others. */
const callsTool = (body: unknown): boolean =>
  Array.isArray(body) ? body.some(callsTool) : isRecord(body) && body.method === 'tools/call'

/** What a running turn's tools ask belongs to that. */
const isWithinTurn = ({ headers }: FastifyRequest): boolean =>
  depthOf(String(headers[DEPTH_HEADER] ?? '')) > 0
