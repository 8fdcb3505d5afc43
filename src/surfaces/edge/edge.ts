import { createServer, type Server } from 'node:net'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { HTTP_LIMITS } from '#ground/base/http-server.ts'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import { NO_TRACER, type Tracer } from '#ground/base/trace/tracer.ts'
import { admitEdgeRequest } from './admission.ts'
import { sendEdgeRefusal, refuseAway, refuseSignIn, logAndRefuse } from './answer.ts'
import type { ReadClientAddress } from './client-address.ts'
import { serveConnections } from './engine/client-connections.ts'
import type { ClientTimeouts } from './engine/client-connection.ts'
import type { EdgeReply } from './engine/reply.ts'
import type { ClientRequest } from './engine/request.ts'
import type { UpstreamName } from './log-events.ts'
import { namesNotPassed, requestHeaders, type Forwarding } from './headers.ts'
import { reachHubs, type EdgeHubs } from './hubs.ts'
import { observe, traceRequest, type Observer } from './observe.ts'
import { readReadiness, type EdgeReadiness } from './readiness.ts'
import { createEdgeRelay, type AdmittedRequest, type RuleOptions } from './relay.ts'
import { isDiscovery, chooseUpstream, type UpstreamRoute } from './route.ts'
import { isSignInGuess, signInHint } from './sign-in-guess.ts'
import { openUpstream, type UpstreamSockets } from './upstream.ts'

export const EDGE_LIMITS = {
  connectMs: 5_000,
  /** Idle timeout of a stream. */
  idleMs: 10 * 60_000,
  drainMs: 10_000,
} as const

const DEFAULT_TIMEOUTS: Omit<ClientTimeouts, 'silentMs'> = {
  headMs: HTTP_LIMITS.headersTimeout,
  requestMs: HTTP_LIMITS.requestTimeout,
  keptMs: HTTP_LIMITS.keepAliveTimeout,
  headBytes: HTTP_LIMITS.maxHeaderSize,
}

/** Time that idle connections stay open after `retire`; longer than a busy client's pause between two requests. */
const LINGER_MS = 2_000

export interface EdgeOptions extends RuleOptions {
  chatapp: string
  chatappSockets?: UpstreamSockets
  hubs: EdgeHubs
  /** Scheme of the public address, which may belong to a proxy in front of the edge. */
  publicProtocol: 'http' | 'https'
  own: Pick<OwnAddress, 'isNamedBy'>
  /** Header prefixes removed from clients' requests, lower case with the final dash: `x-svc-`. */
  stripPrefixes: readonly string[]
  openServer?: () => Server
  timeouts?: Omit<ClientTimeouts, 'silentMs'>
  readClientAddress: ReadClientAddress
  limits: { connectMs: number; idleMs: number; drainMs: number }
  newRequestId: () => string
  tracer?: Tracer
  observer?: Observer
  clock?: Pick<Clock, 'now'>
}

/** Not yet listening. Disposal lets running responses end first. */
export interface Edge extends AsyncDisposable {
  readonly server: Server
  /**
   * Must be called before disposal if another process also serves the address. Idle connections then stay open for
   * `LINGER_MS`, so that their clients can move to that process.
   */
  retire(): void
  readiness(): Promise<EdgeReadiness>
}

export function createEdge(options: EdgeOptions): Edge {
  const { events, limits } = options
  const chatapp = openUpstream('chatapp', options.chatapp, limits, events, options.chatappSockets)
  const hubs = reachHubs(options.hubs, (name, origin) => openUpstream(name, origin, limits, events))
  const { openServer = openPlainServer, timeouts = DEFAULT_TIMEOUTS } = options
  const server = openServer()
  const { tracer = NO_TRACER, observer, clock = systemClock, isGateway = false } = options
  const relay = createEdgeRelay({ ...options, chatapp, hubs, clock })
  const forwarding = { ...options, notPassed: namesNotPassed(options.stripPrefixes) }

  let isClosing = false
  let lingerMs = 0

  const hintOf = () => signInHint(hubs, { isGateway })
  const handle = (request: ClientRequest, reply: EdgeReply) => {
    if (isClosing) reply.keepsAlive = false // makes the client reconnect
    // Metrics exclude websockets, which outlive their response.
    const observed = observer && !request.isWebsocketUpgrade && observe(reply, { observer, now: clock.now })
    const admission = admitEdgeRequest(request, options.own)
    if (!admission.ok) return logAndRefuse(events, request, reply, admission.refusal)
    const path = admission.value
    if (isSignInGuess(request.method, path, hubs)) return refuseSignIn(request, reply, hintOf())
    const to = chooseUpstream(path, { isGateway, list: hubs.list, bySlug: hubs.bySlug })
    if (to.kind === 'navigation-script') return void relay.navigationScript(request, reply)
    if (to.kind === 'not-found' && isDiscovery(path)) return refuseSignIn(request, reply, hintOf())
    if (to.kind === 'not-found') return sendEdgeRefusal(request, reply, 'not_found')
    if (to.kind === 'hub-away') return refuseAway(request, reply, to.hub)
    const refusal = to.kind === 'chatapp' ? relay.refusalOf(request.method, path) : null
    if (refusal) return logAndRefuse(events, request, reply, refusal)
    const part = partOf(to)
    if (observed) observed.to(part)
    const routed = to.kind === 'hub' ? to.path : path
    const traceparent = traceRequest(tracer, request, reply, routed)?.traceparent ?? null
    const admitted: AdmittedRequest = {
      request,
      reply,
      path,
      headers: headersFor(forwarding, part, request, traceparent),
    }
    if (to.kind === 'chatapp') return relay.toChatapp(admitted)
    if (to.kind === 'any-bridge') return relay.forward(admitted, hubs.bridges)
    return relay.forward(admitted, [to.hub[to.part]!], to.path)
  }
  // Longer than the upstream's limit, so that a silent upstream is reported before the client is disconnected.
  const silentMs = limits.idleMs + 30_000
  const connections = serveConnections(server, { timeouts: { ...timeouts, silentMs }, handle })

  return {
    server,
    retire: () => void (lingerMs = LINGER_MS),
    readiness: () => readReadiness({ chatapp, hubs }, { isClosing }),
    [Symbol.asyncDispose]: async () => {
      isClosing = true
      events.stopped({ cut: await connections.close({ graceMs: limits.drainMs, lingerMs }) })
      await Promise.all([chatapp, hubs].map((upstream) => upstream[Symbol.asyncDispose]()))
    },
  }
}

const partOf = (
  to: Exclude<UpstreamRoute, { kind: 'navigation-script' | 'not-found' | 'hub-away' }>,
): UpstreamName => {
  if (to.kind === 'hub') return to.part
  return to.kind === 'chatapp' ? 'chatapp' : 'bridge'
}

const headersFor = (
  {
    notPassed,
    readClientAddress,
    publicProtocol: protocol,
    newRequestId,
  }: Pick<EdgeOptions, 'readClientAddress' | 'publicProtocol' | 'newRequestId'> &
    Pick<Forwarding, 'notPassed'>,
  upstream: UpstreamName,
  { fields, remoteAddress }: ClientRequest,
  traceparent: string | null,
) =>
  requestHeaders(fields, {
    notPassed,
    address: readClientAddress(remoteAddress, fields.value('x-forwarded-for')),
    host: fields.value('host') ?? null,
    protocol,
    // The receiver of webhooks may use a request id as delivery id, so the edge must not invent one.
    newRequestId: upstream === 'inbound' ? null : newRequestId,
    traceparent,
  })

const openPlainServer = (): Server => createServer({ allowHalfOpen: true, noDelay: true })
