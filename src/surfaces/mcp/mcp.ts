import { Readable } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createMcpHandler, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import type { Receipts } from '#core/access/receipts.ts'
import { DEPTH_HEADER, depthOf } from '#core/agent/turn/depth.ts'
import { parseJsonBody } from '#ground/base/json-body.ts'
import type { EpochMs } from '#ground/base/clock.ts'
import { isEventStream, sendEventStream } from '#ground/base/event-stream/send.ts'
import { keepConnected } from '#ground/base/keep-connected.ts'
import type { Mount } from '#ground/base/mount.ts'
import type { Caller } from '#ground/identity/caller.ts'
import { DRAINING } from '#ground/machines/machines.ts'
import { isStoreUnavailable, STORE_AWAY, STORE_RETRY_AFTER } from '#ground/store/errors.ts'
import type { KeyOwner } from './caller.ts'
import { createCalls, type CallsDeps } from './calls.ts'
import { createAdmission, type Door, type AdmissionDeps } from './admission.ts'
import type { McpEvents } from './log-events.ts'
import type { Gate, GateRefusal } from './gate.ts'
import { SIGN_IN_PATH } from './oauth/metadata.ts'
import { plainCall } from './plain-call.ts'
import { refuse, sendJson } from './refuse.ts'
import { createResources, type OwnArtifacts } from './resources.ts'
import {
  INTERNAL_ERROR,
  INVALID_REQUEST,
  isDeeperThan,
  isRecord,
  PARSE_ERROR,
  REFUSED,
  requestIdOf,
  type RequestId,
} from './rpc.ts'
import { createServer, type ServerDeps, type Visit } from './server.ts'

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
/** Lists and objects in one another. */
const MAX_DEPTH = 200

/** The Hub as an MCP server under `/mcp`: who asks is checked here, what they say is judged by the SDK. */
export function createMcp(deps: McpDeps): Mount {
  const { events } = deps
  const calls = createCalls(deps)
  const serving: ServerDeps = { ...deps, calls, resources: createResources(deps) }
  const handler = createMcpHandler(
    ({ authInfo }) => createServer(serving, authInfo!.extra as unknown as Visit),
    { onerror: events.troubled },
  )
  const admission = createAdmission(deps)

  const answerBy = (door: Door) => async (request: FastifyRequest, reply: FastifyReply) => {
    const owner = admission.ownerOf(request)
    const caller: Caller = { email: owner.email, surface: 'mcp', groups: [] }
    const text = request.body as string
    const body = parsed(text)
    if (body === undefined) return refuse(reply, 400, 'The body is not valid JSON.', PARSE_ERROR)
    if (text.length > 2 * MAX_DEPTH && isDeeperThan(MAX_DEPTH, body))
      return refuse(reply, 400, TOO_DEEP, INVALID_REQUEST, requestIdOf(body))
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
    const over = () => {
      watch[Symbol.dispose]()
      if (!reply.raw.writableFinished) stop.abort()
    }
    reply.raw.once('close', over)
    if (request.raw.socket.destroyed) over() // it left while its key was checked
    const visit: Visit = { caller, requestId: request.id }
    const answered =
      (await answerPlain(body, request, visit, stop.signal)) ??
      (await ask(handler, body, request, visit, stop))
    if (lost && !reply.raw.headersSent) return admission.turnAway(door, request, reply, lost)
    if (answered instanceof Response) return sendWhole(reply, answered)
    return sendJson(reply, answered)
  }

  /** Straight to the tool, without a server made for the one call; null when only the SDK can answer. */
  const answerPlain = async (
    body: unknown,
    { headers }: FastifyRequest,
    visit: Visit,
    signal: AbortSignal,
  ) => {
    const plain = plainCall(body, headers)
    const result = plain && (await calls.call(visit.caller, { ...plain, requestId: visit.requestId }, signal))
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
      app.addContentTypeParser('application/json', text, (_request, body, done) => done(null, body))
      const open = (path: string, door: Door) =>
        app.all(path, { onRequest: admission.admitBy(door) }, answerBy(door))
      open('', { gate: deps.gate, metadataUrl: null })
      const { signIn } = deps
      if (!signIn) return
      open(SIGN_IN_PATH, signIn)
      void app.register(async (unkeyed) => signIn.routes(unkeyed))
    },
    endStreams: () => handler.close(),
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

async function ask(
  handler: ReturnType<typeof createMcpHandler>,
  parsedBody: unknown,
  { headers }: FastifyRequest,
  visit: Visit,
  stop: AbortController,
): Promise<Response> {
  const about = Object.entries(headers).filter(([name]) => name.startsWith('mcp-') || PASSED_ON.has(name))
  const request = new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: about.map(([name, value]): [string, string] => [name, String(value)]),
    signal: stop.signal,
  })
  const authInfo = { token: '', clientId: visit.caller.email!, scopes: [], extra: { ...visit } }
  return handler.fetch(request, { parsedBody, authInfo })
}

/** Headers that the SDK looks at beside those of the protocol. */
const PASSED_ON: ReadonlySet<string> = new Set(['accept', 'content-type'])

const TOO_DEEP = `The body holds more than ${MAX_DEPTH} lists and objects in one another.`

const FAULTS: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: `The body is larger than ${MAX_BODY_BYTES} bytes.`,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send the body as application/json.',
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
  const message = `The server failed unexpectedly. Its log has the details under request ${request.id}.`
  return refuse(reply, 500, message, INTERNAL_ERROR)
}

const refuseDraining = (reply: FastifyReply, id: RequestId | null) =>
  refuse(reply.header('retry-after', STORE_RETRY_AFTER), 503, DRAINING, REFUSED, id, { code: 'draining' })

/** Also one among others. */
const callsTool = (body: unknown): boolean =>
  Array.isArray(body) ? body.some(callsTool) : isRecord(body) && body.method === 'tools/call'

/** What a running turn's tools ask belongs to that. */
const isWithinTurn = ({ headers }: FastifyRequest): boolean =>
  depthOf(String(headers[DEPTH_HEADER] ?? '')) > 0

const parsed = (text: string | undefined): unknown => {
  try {
    return parseJsonBody(text ?? '')
  } catch {
    return undefined
  }
}

const sendWhole = (reply: FastifyReply, answer: Response) => {
  if (!answer.headers.has('cache-control')) answer.headers.set('cache-control', 'no-store')
  void reply.header('vary', 'authorization')
  if (answer.body === null || !isEventStream(answer.headers.get('content-type'))) return reply.send(answer)
  void reply.code(answer.status).headers(Object.fromEntries(answer.headers))
  return sendEventStream(reply, Readable.from(answer.body, { objectMode: false }))
}
