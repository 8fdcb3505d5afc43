import { Readable } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createMcpHandler, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import type { Receipts } from '#core/access/receipts.ts'
import { DEPTH_HEADER, depthOf } from '#core/agent/turn/depth.ts'
import type { EpochMs } from '#ground/base/clock.ts'
import { isEventStream, sendEventStream } from '#ground/base/event-stream/send.ts'
import { unmarkedBody } from '#ground/base/json/changed-body.ts'
import { JsonTooDeep } from '#ground/base/json/depth.ts'
import { mayLoseDigits, parseJson } from '#ground/base/json/parse.ts'
import { JsonTooLarge, readJson } from '#ground/base/json/read.ts'
import { exactRpcMessage } from '#ground/base/json/rpc-message.ts'
import { keepConnected } from '#ground/base/keep-connected.ts'
import type { Mount } from '#ground/base/mount.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import type { Caller } from '#ground/identity/caller.ts'
import { DRAINING } from '#ground/machines/machines.ts'
import { isStoreUnavailable, STORE_AWAY, STORE_RETRY_AFTER } from '#ground/store/errors.ts'
import type { KeyOwner } from './caller.ts'
import { createCalls, type CallsDeps } from './calls.ts'
import { createAdmission, type Door, type AdmissionDeps } from './admission.ts'
import type { McpEvents } from './log-events.ts'
import type { GateRefusal } from './gate.ts'
import { SIGN_IN_PATH } from './oauth/addresses.ts'
import { plainCall } from './plain-call.ts'
import { refuse, sendJson } from './refuse.ts'
import { createResources, type OwnArtifacts } from './resources.ts'
import {
  INTERNAL_ERROR,
  INVALID_REQUEST,
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
  keys: Door
  /** Of the address where programs sign people in; null when there is none. */
  signIn: SignInDoor | null
  /** Told of what ends for want of access. */
  receipts: Pick<Receipts, 'stopped'>
  /** Whether the machine takes nothing new. */
  isDraining(): Promise<boolean>
  events: McpEvents
}

export interface SignInDoor extends Door {
  /** Where programs register and get tokens. */
  routes(app: FastifyInstance): void
}

const NOT_HERE = 'The MCP server is at /mcp.'
const MAX_BODY_BYTES = 4 * 1024 * 1024

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
    const read = await readBody(text)
    if (!read.ok) return refuse(reply, ...read.refusal)
    const body = read.value
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
    if (answered instanceof Response) return sendWhole(reply, answered, mayLoseDigits(text))
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
      const elsewhere = deps.signIn ? `${NOT_HERE} Programs that sign people in use /mcp/oauth.` : NOT_HERE
      app.setNotFoundHandler((_request, reply) => refuse(reply, 404, elsewhere))
      app.removeAllContentTypeParsers()
      const text = { parseAs: 'string' as const, bodyLimit: MAX_BODY_BYTES }
      app.addContentTypeParser('application/json', text, (_request, body, done) => done(null, body))
      const open = (path: string, door: Door) =>
        app.all(path, { onRequest: admission.admitBy(door) }, answerBy(door))
      open('', deps.keys)
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

/** Parameters in which programs hand on what a model wrote. */
const KEEP_DIGITS: ReadonlySet<string> = new Set(['arguments'])

/** Messages of one request. The SDK validates all of them before other requests are served. */
const MAX_BATCH = 100

async function readBody(
  text: string | undefined,
): Promise<Result<unknown, [status: number, message: string, code: number, id: RequestId | null]>> {
  try {
    const body = await readJson(text ?? '', { turns: processTurns, parse: parseJson })
    if (Array.isArray(body) && body.length > MAX_BATCH)
      return refused([400, `A batch holds at most ${MAX_BATCH} messages.`, INVALID_REQUEST, null])
    return accepted(exactRpcMessage(body, KEEP_DIGITS))
  } catch (error) {
    if (error instanceof JsonTooDeep)
      return refused([error.statusCode, error.message, INVALID_REQUEST, requestIdIn(text!)])
    if (error instanceof JsonTooLarge)
      return refused([error.statusCode, error.message, INVALID_REQUEST, null])
    return refused([400, 'The body is not valid JSON.', PARSE_ERROR, null])
  }
}

/** The parser takes any depth; what walks the value does not. */
function requestIdIn(text: string): RequestId | null {
  try {
    return requestIdOf(JSON.parse(text))
  } catch {
    return null
  }
}

const sendWhole = (reply: FastifyReply, answer: Response, hasMarks: boolean) => {
  if (!answer.headers.has('cache-control')) answer.headers.set('cache-control', 'no-store')
  void reply.header('vary', 'authorization')
  const body = answer.body && hasMarks ? unmarkedBody(answer.body) : answer.body
  if (body === null || !isEventStream(answer.headers.get('content-type')))
    return reply.send(hasMarks ? new Response(body, answer) : answer)
  void reply.code(answer.status).headers(Object.fromEntries(answer.headers))
  return sendEventStream(reply, Readable.from(body, { objectMode: false }))
}
