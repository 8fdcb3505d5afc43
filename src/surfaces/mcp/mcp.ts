import { Readable } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createMcpHandler, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import { isEventStream, sendEventStream } from '#ground/base/event-stream/send.ts'
import { hearOut } from '#ground/base/hear-out.ts'
import type { Mount } from '#ground/base/mount.ts'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import type { Caller } from '#ground/identity/caller.ts'
import { isStoreUnavailable, STORE_AWAY, STORE_RETRY_AFTER } from '#ground/store/errors.ts'
import { createCalls, type CallsDeps } from './calls.ts'
import type { KeyOwner } from './caller.ts'
import { programOf } from './connections/program.ts'
import type { McpEvents } from './events.ts'
import type { Gate, GateRefusal } from './gate.ts'
import { SIGN_IN_PATH } from './oauth/metadata.ts'
import { isForeignOrigin } from './origin.ts'
import { plainCall } from './plain-call.ts'
import { createResources, type OwnArtifacts } from './resources.ts'
import {
  errorBody,
  INTERNAL_ERROR,
  INVALID_REQUEST,
  isDeeperThan,
  PARSE_ERROR,
  REFUSED,
  requestIdOf,
  type RequestId,
} from './rpc.ts'
import { createServer, type ServerDeps, type Visit } from './server.ts'

export interface McpDeps extends Omit<ServerDeps, 'calls' | 'resources'>, Omit<CallsDeps, 'events'> {
  hub: CallsDeps['agent']['hub']
  artifacts: OwnArtifacts
  /** Of `/mcp`, where programs send a key. */
  gate: Gate
  /** Of the address where programs sign people in; null when there is none. */
  signIn: SignInDoor | null
  own: Pick<OwnAddress, 'originFor'>
  /** Told of everybody who came in, and of the program they use. */
  connected(owner: KeyOwner, program: string): void
  events: McpEvents
}

export interface SignInDoor {
  gate: Gate
  /** Address of the document that says how to sign in. */
  metadataUrl: string
  /** Where programs register and get tokens. */
  routes(app: FastifyInstance): void
}

/** One of the addresses of the server. */
interface Door {
  gate: Gate
  metadataUrl: string | null
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
  const owners = new WeakMap<FastifyRequest, KeyOwner>()

  const admitBy = (door: Door) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { host, origin } = request.headers
    if (isForeignOrigin(origin, deps.own.originFor(host))) {
      events.refused({ requestId: request.id, status: 403, reason: 'origin' })
      return refuse(reply, 403, 'This server takes no requests from pages of other sites.')
    }
    if (request.method !== 'POST') return refuse(reply.header('allow', 'POST'), 405, 'Send a POST.')
    const { headers, socket } = request
    const admitted = await door.gate.admit({ headers, remoteAddress: socket.remoteAddress ?? '' })
    if (!admitted.ok) return turnAway(door, request, reply, admitted.refusal)
    owners.set(request, admitted.value)
    deps.connected(admitted.value, programOf(request.headers['user-agent']))
    return undefined
  }

  const turnAway = (door: Door, request: FastifyRequest, reply: FastifyReply, refusal: GateRefusal) => {
    const { status, reason, message, retryAfter = 1 } = refusal
    events.refused({ requestId: request.id, status, reason })
    if (status === 401) void reply.header('www-authenticate', challengeFor(reason, door.metadataUrl))
    else void reply.header('retry-after', String(retryAfter))
    return refuse(reply, status, message)
  }

  const answerBy = (door: Door) => async (request: FastifyRequest, reply: FastifyReply) => {
    const caller: Caller = { email: owners.get(request)!.email, surface: 'mcp', groups: [] }
    const text = request.body as string
    const body = parsed(text)
    if (body === undefined) return refuse(reply, 400, 'The body is not valid JSON.', PARSE_ERROR)
    if (text.length > 2 * MAX_DEPTH && isDeeperThan(MAX_DEPTH, body))
      return refuse(reply, 400, TOO_DEEP, INVALID_REQUEST, requestIdOf(body))
    const stop = new AbortController()
    let lost: GateRefusal | null = null
    const watch = door.gate.watch(request.headers, (refusal) => {
      lost = refusal
      events.withdrawn({ requestId: request.id, reason: refusal.reason })
      stop.abort()
    })
    const over = () => {
      watch[Symbol.dispose]()
      if (!reply.raw.writableFinished) stop.abort()
    }
    reply.raw.once('close', over)
    if (request.raw.socket.destroyed) over() // it left while its key was checked
    const visit: Visit = { caller, requestId: request.id }
    const answered =
      (await answerPlain(body, request, visit, stop.signal)) ?? (await ask(body, request, visit, stop))
    if (lost && !reply.raw.headersSent) return turnAway(door, request, reply, lost)
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

  const ask = async (
    parsedBody: unknown,
    { headers }: FastifyRequest,
    visit: Visit,
    stop: AbortController,
  ) => {
    const about = Object.entries(headers).filter(([name]) => name.startsWith('mcp-') || PASSED_ON.has(name))
    const request = new Request('http://127.0.0.1/mcp', {
      method: 'POST',
      headers: about.map(([name, value]): [string, string] => [name, String(value)]),
      signal: stop.signal,
    })
    const authInfo = { token: '', clientId: visit.caller.email!, scopes: [], extra: { ...visit } }
    return handler.fetch(request, { parsedBody, authInfo })
  }

  const fail: Mount['fail'] = (error, request, reply) => {
    const known = FAULTS[error.code]
    if (known) return refuse(hearOut(reply), error.statusCode ?? 400, known)
    if (error.statusCode !== undefined && error.statusCode < 500)
      return refuse(reply, error.statusCode, error.message)
    if (isStoreUnavailable(error))
      return refuse(reply.header('retry-after', STORE_RETRY_AFTER), 503, STORE_AWAY, INTERNAL_ERROR)
    events.failed({ requestId: request.id, error })
    const message = `The server failed unexpectedly. Its log has the details under request ${request.id}.`
    return refuse(reply, 500, message, INTERNAL_ERROR)
  }

  return {
    prefix: '/mcp',
    fail,
    routes(app) {
      app.setErrorHandler<FastifyError>(fail)
      app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'The MCP server is at /mcp.'))
      app.removeAllContentTypeParsers()
      const text = { parseAs: 'string' as const, bodyLimit: MAX_BODY_BYTES }
      app.addContentTypeParser('application/json', text, (_request, body, done) => done(null, body))
      const open = (path: string, door: Door) => app.all(path, { onRequest: admitBy(door) }, answerBy(door))
      open('', { gate: deps.gate, metadataUrl: null })
      const { signIn } = deps
      if (!signIn) return
      open(SIGN_IN_PATH, signIn)
      void app.register(async (unkeyed) => signIn.routes(unkeyed))
    },
    endStreams: () => handler.close(),
  }
}

/** Headers that the SDK looks at beside those of the protocol. */
const PASSED_ON: ReadonlySet<string> = new Set(['accept', 'content-type'])

const TOO_DEEP = `The body holds more than ${MAX_DEPTH} lists and objects in one another.`

const FAULTS: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: `The body is larger than ${MAX_BODY_BYTES} bytes.`,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send the body as application/json.',
}

/** Where keys are sent no metadata is named: clients would start a sign-in and drop the key they have. */
const challengeFor = (reason: GateRefusal['reason'], metadataUrl: string | null): string =>
  [
    'Bearer realm="mcp"',
    ...(reason === 'no_key' ? [] : ['error="invalid_token"']),
    ...(metadataUrl === null ? [] : [`resource_metadata="${metadataUrl}"`]),
  ].join(', ')

const parsed = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

const refuse = (
  reply: FastifyReply,
  status: number,
  message: string,
  code = REFUSED,
  id: RequestId | null = null,
) => sendJson(reply.code(status), errorBody(code, message, id))

const sendWhole = (reply: FastifyReply, answer: Response) => {
  if (!answer.headers.has('cache-control')) answer.headers.set('cache-control', 'no-store')
  void reply.header('vary', 'authorization')
  if (answer.body === null || !isEventStream(answer.headers.get('content-type'))) return reply.send(answer)
  void reply.code(answer.status).headers(Object.fromEntries(answer.headers))
  return sendEventStream(reply, Readable.from(answer.body, { objectMode: false }))
}

/** Answers are for one person: nobody between us keeps them. */
const sendJson = (reply: FastifyReply, body: object) =>
  reply
    .header('content-type', 'application/json')
    .header('cache-control', 'no-store')
    .header('vary', 'authorization')
    .send(JSON.stringify(body))
