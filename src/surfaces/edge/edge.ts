import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { createHttpServer } from '#ground/base/http-server.ts'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import { bringsBody } from '#ground/base/unread-body.ts'
import { NO_TRACER, type Tracer } from '#ground/base/trace/tracer.ts'
import { admit } from './admission.ts'
import { refuse } from './answer.ts'
import type { ReadClientAddress } from './client-address.ts'
import { createDrain, type Drain } from './drain.ts'
import type { EdgeEvents } from './log-events.ts'
import { forward, type ExchangeOptions } from './exchange.ts'
import { requestHeaders } from './headers.ts'
import { detourOf, OAUTH_CLIENTS, type Detour } from './journey.ts'
import { isLocked } from './locks.ts'
import { isModelList, serveModelList } from './model-list.ts'
import { serveNavigationScript } from './navigation-script.ts'
import { observe, traceRequest, type Observer } from './observe.ts'
import { isRawInference } from './raw-inference.ts'
import type { Refusal } from './refusal.ts'
import { RequestBody } from './request-body.ts'
import { route, type RouteTable, type UpstreamName } from './route.ts'
import { openUpstream, type Upstream } from './upstream.ts'
import { isWebsocketUpgrade, relayWebsocket, responseOn } from './websocket.ts'

/** Milliseconds. */
export const EDGE_LIMITS = {
  connectMs: 5_000,
  /** Longest silence of a stream. */
  idleMs: 10 * 60_000,
  /** How long running answers may go on after closing began. */
  drainMs: 10_000,
} as const

export interface EdgeOptions {
  /** Base addresses, such as `http://127.0.0.1:8000`; null leaves the row out of the forwarding table. */
  upstreams: { chatapp: string; bridge: string; inbound: string | null }
  hubSlug: string
  /** Whether `/mcp` goes to the bridge. */
  mcp: boolean
  /** Whether programs find how to sign in to the MCP server; default no. */
  mcpSignIn?: boolean
  /** Scheme that people reach the edge with, possibly through a proxy before it. */
  publicProtocol: 'http' | 'https'
  /** The names that requests may be sent to. */
  own: Pick<OwnAddress, 'isNamedBy'>
  /** Path prefixes of the web chat below which nothing is changed through the edge; default none. */
  lockedPrefixes?: readonly string[]
  /** Header prefixes removed from clients' requests, in lower case with their dash: `x-svc-`. */
  stripPrefixes: readonly string[]
  /** Makes the server; default one that speaks plain HTTP. */
  openServer?: (options: Pick<ServerOptions, 'shouldUpgradeCallback'>) => Server
  /** Who sent a request; told to the upstream. */
  readClientAddress: ReadClientAddress
  limits: { connectMs: number; idleMs: number; drainMs: number }
  newRequestId: () => string
  /** What connection journeys are signed with; default there are none. */
  journeySecret?: string | null
  events: EdgeEvents
  /** Default none. */
  tracer?: Tracer
  /** Counts requests; default nobody does. */
  observer?: Observer
  clock?: Pick<Clock, 'now'>
}

/** The public front door, not yet listening. Disposing it lets running answers end first. */
export interface Edge extends AsyncDisposable {
  readonly server: Server
}

/** A websocket's connection and what the client sent on it after its request. */
interface Upgrade {
  socket: Socket
  head: Buffer
}

export function createEdge(options: EdgeOptions): Edge {
  const { events, limits } = options
  const upstreams = openUpstreams(options)
  const table: RouteTable = {
    hubSlug: options.hubSlug,
    mcp: options.mcp,
    mcpSignIn: options.mcpSignIn ?? false,
    inbound: 'inbound' in upstreams,
  }
  const { openServer = (asked) => createHttpServer(undefined, asked) } = options
  const server = openServer({ shouldUpgradeCallback: isWebsocketUpgrade })
  // A client that neither sends nor takes anything is let go a little after the upstream would have been.
  server.timeout = limits.idleMs + 30_000
  const drain = createDrain(server)
  const { tracer = NO_TRACER, observer, clock = systemClock } = options
  const { lockedPrefixes = [] } = options

  const handle = (
    request: IncomingMessage,
    response: ServerResponse,
    asksFirst: boolean,
    upgrade: Upgrade | null,
  ) => {
    const { socket } = request
    drain.begin(socket)
    response.once('close', () => drain.end(socket))
    // A websocket outlives its response, and is no request that ends.
    const observed = observer && !upgrade && observe(response, { observer, now: clock.now })
    const admitted = admit(request, options.own)
    if (!admitted.ok) return turnAway(events, request, response, admitted.refusal)
    if (upgrade && bringsBody(request)) return turnAway(events, request, response, 'bad_framing')
    const to = route(admitted.value, table)
    if (to.kind === 'navigation-script') return serveNavigationScript(request, response)
    if (to.kind === 'not-found') return refuse(request, response, 'not_found')
    if (to.upstream === 'chatapp') {
      if (isLocked(request.method!, admitted.value, lockedPrefixes))
        return turnAway(events, request, response, 'locked')
      if (isRawInference(request.method!, admitted.value))
        return turnAway(events, request, response, 'raw_inference')
    }
    if (observed) observed.to(to.upstream)
    const traceparent = traceRequest(tracer, request, response, admitted.value)?.traceparent ?? null
    const detour = upgrade ? null : detourFor(options, clock, request, admitted.value)
    const { chatapp, bridge } = upstreams
    // Also where a websocket is asked for: the web chat would answer that with the plain list.
    if (to.upstream === 'chatapp' && isModelList(request.method!, admitted.value))
      return void serveModelList({
        request,
        response,
        chatapp: chatapp!,
        bridge: bridge!,
        headers: headersFor(options, 'chatapp', request, traceparent),
        events,
      })
    forward({
      request,
      response,
      upstream: upstreams[to.upstream]!,
      headers: headersFor(options, to.upstream, request, traceparent),
      body: bringsBody(request)
        ? new RequestBody(request, () => asksFirst && response.writeContinue())
        : null,
      detour,
      onUpgrade: upgrade && relayOf(upgrade, response, drain, limits.idleMs),
      events,
    })
  }

  server.on('request', (request, response) => handle(request, response, false, null))
  server.on('checkContinue', (request, response) => handle(request, response, true, null))
  server.on('upgrade', (request, socket, head) => {
    const upgrade = { socket: socket as Socket, head }
    handle(request, responseOn(request, upgrade.socket), false, upgrade)
  })
  server.on('connect', (request, socket) =>
    turnAway(events, request, responseOn(request, socket as Socket), 'method_not_allowed'),
  )

  return {
    server,
    [Symbol.asyncDispose]: async () => {
      events.stopped({ cut: await drain.close(limits.drainMs) })
      await Promise.all(Object.values(upstreams).map((upstream) => upstream[Symbol.asyncDispose]()))
    },
  }
}

function turnAway(
  events: EdgeEvents,
  request: IncomingMessage,
  response: ServerResponse,
  reason: Refusal,
): void {
  events.requestRefused({ method: request.method!, reason })
  refuse(request, response, reason)
}

const detourFor = (
  { journeySecret: secret = null }: EdgeOptions,
  clock: Pick<Clock, 'now'>,
  { method, headers }: IncomingMessage,
  path: string,
): Detour | null =>
  secret && path.startsWith(OAUTH_CLIENTS)
    ? detourOf({ method, path, cookie: headers.cookie }, { secret, now: clock.now() })
    : null

const headersFor = (
  options: EdgeOptions,
  upstream: UpstreamName,
  request: IncomingMessage,
  traceparent: string | null,
) =>
  requestHeaders(request.rawHeaders, {
    stripPrefixes: options.stripPrefixes,
    address: options.readClientAddress(request.socket.remoteAddress, forwardedFor(request)),
    host: request.headers.host ?? null,
    protocol: options.publicProtocol,
    // A request id is one of the ids that deliveries are told apart by, so the sender's silence must stay.
    newRequestId: upstream === 'inbound' ? null : options.newRequestId,
    traceparent,
  })

const relayOf =
  (
    upgrade: Upgrade,
    response: ServerResponse,
    drain: Drain,
    idleMs: number,
  ): NonNullable<ExchangeOptions['onUpgrade']> =>
  (rawHeaders, socket) => {
    relayWebsocket({ ...upgrade, response }, { socket, rawHeaders }, idleMs)
    drain.tunnel(upgrade.socket)
  }

function openUpstreams({ upstreams, limits, events }: EdgeOptions): Partial<Record<UpstreamName, Upstream>> {
  const open = (name: UpstreamName, origin: string) => ({
    [name]: openUpstream(name, origin, limits, events),
  })
  return {
    ...open('chatapp', upstreams.chatapp),
    ...open('bridge', upstreams.bridge),
    ...(upstreams.inbound !== null && open('inbound', upstreams.inbound)),
  }
}

/** Node joins several of these headers with commas, in the order they came in. */
const forwardedFor = ({ headers }: IncomingMessage): string | undefined => {
  const value = headers['x-forwarded-for']
  return Array.isArray(value) ? value.join(',') : value
}
