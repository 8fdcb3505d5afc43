import { isRecord } from '#ground/base/json/lenient.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import type { Receipts } from '#core/access/receipts.ts'
import { DEPTH_HEADER, depthOf } from '#core/agent/turn/depth.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { EVENT_STREAM_HEAD } from '#ground/base/event-stream/write.ts'
import { mayLoseDigits } from '#ground/base/json/parse.ts'
import { DRAINING } from '#ground/instances/instances.ts'
import { STORE_RETRY_AFTER } from '#ground/store/errors.ts'
import { acceptedTypes, type AcceptedTypes } from './accept.ts'
import type { McpAdmission, McpEndpoint } from './admission.ts'
import { readMcpBody } from './body.ts'
import type { KeyOwner } from './caller.ts'
import type { Calls } from './calls.ts'
import type { Cancellations } from './cancellations.ts'
import { deliver, type McpResponse } from './delivery.ts'
import type { McpExchange } from './exchange.ts'
import type { McpRefusal } from './gate.ts'
import type { McpEvents } from './log-events.ts'
import { requestsProgress } from './messages.ts'
import { plainCall } from './plain-call.ts'
import { mcpFailureText, mcpRefusal, sendJson } from './refuse.ts'
import { MODERN_REVISION } from '#ground/base/mcp-revisions.ts'
import { CANCELLED, rpcErrorBody, INTERNAL_ERROR, REFUSED, requestIdOf, type RequestId } from './rpc.ts'
import { cancelRequests, registerRequests } from './running-requests.ts'
import type { ServerDeps, Visit } from './server.ts'
import { newSessionId, SESSION_HEADER } from './sessions.ts'

export interface AnsweringDeps {
  calls: Pick<Calls, 'call'>
  exchange: Pick<McpExchange, 'answer'>
  admission: McpAdmission
  identity: ServerDeps['identity']
  cancellations: Cancellations
  receipts: Pick<Receipts, 'stopped'>
  isDraining(): Promise<boolean>
  clock: Pick<Clock, 'now' | 'after'>
  events: Pick<McpEvents, 'withdrawn' | 'failed' | 'cancellationFailed'>
}

export function createAnswering(deps: AnsweringDeps) {
  return (door: McpEndpoint) => async (request: FastifyRequest, reply: FastifyReply) => {
    const owner = deps.admission.ownerOf(request)
    const accepted = acceptedTypes(request.headers.accept)
    if (!accepted.json && !accepted.eventStream) return mcpRefusal(reply, 406, NOT_ACCEPTABLE)
    const text = request.body as string
    const read = await readMcpBody(text, request.headers)
    if (!read.ok) return mcpRefusal(reply, ...read.refusal)
    const { value: body, revision, session } = read.value
    if (callsTool(body) && !isWithinTurn(request) && (await deps.isDraining()))
      return refuseDraining(reply, requestIdOf(body))
    const stop = new AbortController()
    let accessRefusal: McpRefusal | null = null
    const startedAt = deps.clock.now()
    const watch = door.gate.watch(request.headers, (refusal) => {
      accessRefusal = refusal
      deps.events.withdrawn({ requestId: request.id, reason: refusal.reason })
      stop.abort()
      if (callsTool(body) && !isWithinTurn(request))
        recordStopped(deps.receipts, { request, owner, startedAt }, refusal)
    })
    const running = registerRequests(deps.cancellations, { body, owner, session }, () => stop.abort())
    reply.raw.once('close', () => {
      watch[Symbol.dispose]()
      running[Symbol.dispose]()
      if (!reply.raw.writableFinished) stop.abort()
    })
    if (request.raw.socket.destroyed) stop.abort() // the client disconnected while its key was checked
    await cancelRequests(deps.cancellations, { body, owner, session }, deps.events)
    const visit: Visit = {
      caller: { email: owner.email, surface: 'mcp', groups: [] },
      requestId: request.id,
      revision,
      isStreamed: accepted.eventStream && (!accepted.json || requestsProgress(body)),
      signalOf: running.signalOf,
    }
    if (isInitialize(body) && revision !== MODERN_REVISION)
      void reply.header(SESSION_HEADER, newSessionId(revision))
    const refusalNow = () => accessRefusal && rpcErrorBody(REFUSED, accessRefusal.message, requestIdOf(body))
    const isDelivered = await deliver(answerTo(deps, body, request, visit, stop.signal), {
      reply,
      accepted,
      mayKeepAlive: !Array.isArray(body) && callsTool(body),
      hasMarks: mayLoseDigits(text),
      signal: stop.signal,
      onEnded: refusalNow,
      onFailed: (error) => failedMessage(deps.events, error, request, requestIdOf(body)),
      clock: deps.clock,
    })
    if (isDelivered) return reply
    if (accessRefusal) return deps.admission.refuse(door, request, reply, accessRefusal)
    return sendCancelled(reply, accepted, requestIdOf(body))
  }
}

async function answerTo(
  { calls, exchange, identity }: Pick<AnsweringDeps, 'calls' | 'exchange' | 'identity'>,
  body: unknown,
  request: FastifyRequest,
  visit: Visit,
  signal: AbortSignal,
): Promise<McpResponse> {
  const { caller, requestId, revision } = visit
  const plain = plainCall(body, request.headers)
  const result = plain && (await calls.call(caller, { ...plain, requestId, revision }, signal))
  if (!plain || !result) return exchange.answer(body, request, visit, signal)
  const modern = { resultType: 'complete', _meta: { [SERVER_INFO_META_KEY]: identity() } }
  return { result: plain.isModern ? { ...result, ...modern } : result, jsonrpc: '2.0', id: plain.id }
}

function recordStopped(
  receipts: Pick<Receipts, 'stopped'>,
  { request, owner, startedAt }: { request: FastifyRequest; owner: KeyOwner; startedAt: EpochMs },
  { reason: why }: McpRefusal,
): void {
  if (why !== 'blocked' && why !== 'no_grant') return
  const call = { kind: 'mcp_call', id: request.id, chat: null, key: owner.key?.name ?? null } as const
  receipts.stopped({ ...call, subject: owner.email, request: request.id, startedAt, why })
}

const NOT_ACCEPTABLE =
  'The answer would be application/json or text/event-stream, and “Accept” takes neither.'

function failedMessage(
  events: Pick<McpEvents, 'failed'>,
  error: unknown,
  { id: requestId }: FastifyRequest,
  id: RequestId | null,
): object {
  events.failed({ requestId, error })
  return rpcErrorBody(INTERNAL_ERROR, mcpFailureText(requestId), id)
}

/** A cancelled request gets no result: an empty stream if the client accepts streams, else an error. */
const sendCancelled = (reply: FastifyReply, accepted: AcceptedTypes, id: RequestId | null): FastifyReply =>
  accepted.eventStream
    ? reply.headers(EVENT_STREAM_HEAD).send('')
    : sendJson(reply, rpcErrorBody(CANCELLED, 'The client cancelled this request.', id))

const refuseDraining = (reply: FastifyReply, id: RequestId | null) =>
  mcpRefusal(reply.header('retry-after', STORE_RETRY_AFTER), 503, DRAINING, REFUSED, id, { code: 'draining' })

const isInitialize = (body: unknown): boolean => isRecord(body) && body.method === 'initialize'

const callsTool = (body: unknown): boolean =>
  Array.isArray(body) ? body.some(callsTool) : isRecord(body) && body.method === 'tools/call'

/** Requests from tools of a running turn belong to that turn, so a draining instance still accepts them. */
const isWithinTurn = ({ headers }: FastifyRequest): boolean =>
  depthOf(String(headers[DEPTH_HEADER] ?? '')) > 0
