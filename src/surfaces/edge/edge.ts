import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { createHttpServer } from '#ground/base/http-server.ts'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import { bringsBody } from '#ground/base/unread-body.ts'
import { NO_TRACER, type Tracer } from '#ground/base/trace/tracer.ts'
import { admit } from './admission.ts'
import { refuse, refuseAway, turnAway } from './answer.ts'
import type { ReadClientAddress } from './client-address.ts'
import { createDrain } from './drain.ts'
import type { UpstreamName } from './log-events.ts'
import { requestHeaders } from './headers.ts'
import { reachHubs, type EdgeHubs } from './hubs.ts'
import { observe, traceRequest, type Observer } from './observe.ts'
import { readReadiness, type Readiness } from './readiness.ts'
import { createRelay, type Asked, type RuleOptions, type Upgrade } from './relay.ts'
import { route, type Route } from './route.ts'
import { openUpstream } from './upstream.ts'
import { isWebsocketUpgrade, responseOn } from './websocket.ts'

/** Milliseconds. */
export const EDGE_LIMITS = {
  connectMs: 5_000,
  /** Longest silence of a stream. */
  idleMs: 10 * 60_000,
  /** How long running answers may go on after closing began. */
  drainMs: 10_000,
} as const

/** Longer than the gap between two requests of a client that is at work on one connection. */
const LINGER_MS = 2_000

export interface EdgeOptions extends RuleOptions {
  /** Base address of the web chat, such as `http://127.0.0.1:43080`. */
  chatapp: string
  hubs: EdgeHubs
  /** Scheme that people reach the edge with, possibly through a proxy before it. */
  publicProtocol: 'http' | 'https'
  /** The names that requests may be sent to. */
  own: Pick<OwnAddress, 'isNamedBy'>
  /** Header prefixes removed from clients' requests, in lower case with their dash: `x-svc-`. */
  stripPrefixes: readonly string[]
  /** Makes the server; default one that speaks plain HTTP. */
  openServer?: (options: Pick<ServerOptions, 'shouldUpgradeCallback'>) => Server
  /** Who sent a request; told to the upstream. */
  readClientAddress: ReadClientAddress
  limits: { connectMs: number; idleMs: number; drainMs: number }
  newRequestId: () => string
  /** Default none. */
  tracer?: Tracer
  /** Counts requests; default nobody does. */
  observer?: Observer
  clock?: Pick<Clock, 'now'>
}

/** The public front door, not yet listening. Disposing it lets running answers end first. */
export interface Edge extends AsyncDisposable {
  readonly server: Server
  /** Another process serves the address too: closing gives clients time to go there without one request failing. */
  retire(): void
  /** Whether people who are sent here now are served. */
  readiness(): Promise<Readiness>
}

export function createEdge(options: EdgeOptions): Edge {
  const { events, limits } = options
  const chatapp = openUpstream('chatapp', options.chatapp, limits, events)
  const hubs = reachHubs(options.hubs, (name, origin) => openUpstream(name, origin, limits, events))
  const { openServer = (asked) => createHttpServer(undefined, asked) } = options
  const server = openServer({ shouldUpgradeCallback: isWebsocketUpgrade })
  // A client that neither sends nor takes anything is let go a little after the upstream would have been.
  server.timeout = limits.idleMs + 30_000
  const drain = createDrain(server)
  const { tracer = NO_TRACER, observer, clock = systemClock, isGateway = false } = options
  const relay = createRelay({ ...options, chatapp, hubs, drain, clock })

  let isClosing = false
  let lingerMs = 0

  const handle = (
    request: IncomingMessage,
    response: ServerResponse,
    asksFirst: boolean,
    upgrade: Upgrade | null,
  ) => {
    const { socket } = request
    drain.begin(socket)
    if (isClosing) response.shouldKeepAlive = false // tells the client to come again on another connection
    response.once('close', () => drain.end(socket))
    // A websocket outlives its response, and is no request that ends.
    const observed = observer && !upgrade && observe(response, { observer, now: clock.now })
    const admitted = admit(request, options.own)
    if (!admitted.ok) return turnAway(events, request, response, admitted.refusal)
    if (upgrade && bringsBody(request)) return turnAway(events, request, response, 'bad_framing')
    const path = admitted.value
    const to = route(path, { isGateway, list: hubs.list, bySlug: hubs.bySlug })
    if (to.kind === 'navigation-script') return void relay.navigationScript(request, response)
    if (to.kind === 'not-found') return refuse(request, response, 'not_found')
    if (to.kind === 'hub-away') return refuseAway(request, response, to.hub)
    const refusal = to.kind === 'chatapp' ? relay.refusalOf(request.method!, path) : null
    if (refusal) return turnAway(events, request, response, refusal)
    const part = partOf(to)
    if (observed) observed.to(part)
    const routed = to.kind === 'hub' ? to.path : path
    const traceparent = traceRequest(tracer, request, response, routed)?.traceparent ?? null
    const asked: Asked = {
      request,
      response,
      path,
      asksFirst,
      upgrade,
      headers: headersFor(options, part, request, traceparent),
    }
    if (to.kind === 'chatapp') return relay.toChatapp(asked)
    if (to.kind === 'any-bridge') return relay.forward(asked, hubs.bridges)
    return relay.forward(asked, [to.hub[to.part]!], to.path)
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
    retire: () => void (lingerMs = LINGER_MS),
    readiness: () => readReadiness({ chatapp, hubs }, { isClosing }),
    [Symbol.asyncDispose]: async () => {
      isClosing = true
      events.stopped({ cut: await drain.close({ graceMs: limits.drainMs, lingerMs }) })
      await Promise.all([chatapp, hubs].map((upstream) => upstream[Symbol.asyncDispose]()))
    },
  }
}

/** Whose part of the forwarding table it is, as metrics count it. */
const partOf = (
  to: Exclude<Route, { kind: 'navigation-script' | 'not-found' | 'hub-away' }>,
): UpstreamName => {
  if (to.kind === 'hub') return to.part
  return to.kind === 'chatapp' ? 'chatapp' : 'bridge'
}

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

/** Node joins several of these headers with commas, in the order they came in. */
const forwardedFor = ({ headers }: IncomingMessage): string | undefined => {
  const value = headers['x-forwarded-for']
  return Array.isArray(value) ? value.join(',') : value
}
