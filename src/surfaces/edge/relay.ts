import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '#ground/base/clock.ts'
import { bringsBody } from '#ground/base/unread-body.ts'
import { turnAway } from './answer.ts'
import type { Drain } from './drain.ts'
import { forward, type ExchangeOptions } from './exchange.ts'
import { changesAccounts, detourOfPage, userPageDetours } from './hidden-users.ts'
import type { ReachableHubs } from './hubs.ts'
import { detourOf, OAUTH_CLIENTS, type Detour } from './journey.ts'
import { isLocked } from './locks.ts'
import type { EdgeEvents } from './log-events.ts'
import { createManagedHubs } from './managed-hubs.ts'
import { changesModels, isModelLocked, readBody } from './model-lock.ts'
import { isModelList, serveModelList } from './model-list.ts'
import { serveNavigationScript } from './navigation-script.ts'
import { isRawInference } from './raw-inference.ts'
import type { Refusal } from './refusal.ts'
import { RequestBody } from './request-body.ts'
import type { Upstream } from './upstream.ts'
import { relayWebsocket } from './websocket.ts'

/** A websocket's connection and what the client sent on it after its request. */
export interface Upgrade {
  socket: Socket
  head: Buffer
}

/** A request that was admitted. */
export interface Asked {
  request: IncomingMessage
  response: ServerResponse
  /** As sent, without its query. */
  path: string
  /** The client waits for a word before it sends the body. */
  asksFirst: boolean
  upgrade: Upgrade | null
  /** For the upstream, alternating names and values. */
  headers: string[]
}

/** What the rules before the web chat are made from. */
export interface RuleOptions {
  /** Whether each Hub's paths begin with `/b/<hub>`; otherwise there is one, and they begin with nothing. */
  isGateway?: boolean
  /** Opens what bridges tell the edge alone. */
  bridgeKey?: string
  /** Whether users of the web chat are managed in the Console only. */
  hidesUsers?: boolean
  /** Path prefixes of the web chat below which nothing is changed through the edge; default none. */
  lockedPrefixes?: readonly string[]
  /** What connection journeys are signed with; default there are none. */
  journeySecret?: string | null
  limits: { idleMs: number }
  events: EdgeEvents
}

export interface RelayOptions extends RuleOptions {
  chatapp: Upstream
  hubs: ReachableHubs
  drain: Drain
  clock: Pick<Clock, 'now'>
}

/** The rules that stand before the web chat, and the way to every upstream. */
export function createRelay(options: RelayOptions) {
  const { chatapp, hubs, events, clock, hidesUsers = false, isGateway = false } = options
  const { lockedPrefixes = [], bridgeKey = '' } = options
  const managedHubs = createManagedHubs({ hubs, bridgeKey, clock })

  const toUpstream = (asked: Asked, upstreams: readonly Upstream[], rest: Partial<ExchangeOptions> = {}) => {
    const { request, response, asksFirst, upgrade } = asked
    forward({
      request,
      response,
      upstreams,
      target: request.url!,
      headers: asked.headers,
      openBody: bringsBody(request)
        ? () => new RequestBody(request, () => asksFirst && response.writeContinue())
        : null,
      detour: null,
      onUpgrade: upgrade && relayOf(upgrade, response, options),
      events,
      ...rest,
    })
  }

  const changeModels = async (asked: Asked): Promise<void> => {
    const { request, response, path, asksFirst } = asked
    const managed = await managedHubs()
    const hasBody = bringsBody(request)
    if (hasBody && asksFirst) response.writeContinue()
    const bytes = hasBody ? await readBody(request).catch(() => undefined) : Buffer.alloc(0)
    if (bytes === undefined) return // the client broke off
    if (bytes === null) return turnAway(events, request, response, 'too_large')
    const { 'content-type': contentType = '', 'content-encoding': contentEncoding = '' } = request.headers
    const body = hasBody ? { contentType, contentEncoding, bytes } : null
    if (isModelLocked({ path, query: queryOf(request), body }, managed))
      return turnAway(events, request, response, 'locked')
    return toUpstream(asked, [chatapp], { openBody: hasBody ? () => bytes : null })
  }

  /** Its user pages lead elsewhere. Whoever asks waits at most for one look into the store. */
  const openPage = async (asked: Asked): Promise<void> => {
    const { response, path } = asked
    const to = detourOfPage(path, userPageDetours(await managedHubs()))
    if (to === null) return toUpstream(asked, [chatapp])
    response.writeHead(302, { Location: to, 'Cache-Control': 'no-store', 'Content-Length': '0' }).end()
  }

  return {
    /** @param path For the upstream, in place of the one that was sent; the query stays. */
    forward(asked: Asked, upstreams: readonly Upstream[], path = asked.path): void {
      const query = asked.request.url!.slice(asked.path.length)
      toUpstream(asked, upstreams, { target: path + query })
    },

    /** Why nobody may ask the web chat for this; null when it may be asked. */
    refusalOf(method: string, path: string): Refusal | null {
      if (isLocked(method, path, lockedPrefixes) || (hidesUsers && changesAccounts(method, path)))
        return 'locked'
      return isRawInference(method, path) ? 'raw_inference' : null
    },

    toChatapp(asked: Asked): void {
      const { request, path } = asked
      const method = request.method!
      if (isGateway && changesModels(method, path)) return void changeModels(asked)
      if (hidesUsers && method === 'GET' && mayLeadElsewhere(path)) return void openPage(asked)
      // Also where a websocket is asked for: the web chat would answer that with the plain list.
      if (isModelList(method, path))
        return void serveModelList({
          ...asked,
          chatapp,
          bridges: hubs.bridges,
          events,
        })
      return toUpstream(asked, [chatapp], { detour: asked.upgrade ? null : detourFor(options, asked) })
    },

    async navigationScript(request: IncomingMessage, response: ServerResponse): Promise<void> {
      serveNavigationScript(request, response, hidesUsers ? userPageDetours(await managedHubs()) : {})
    },
  }
}

const mayLeadElsewhere = (path: string): boolean => detourOfPage(path, EVERY_DETOUR) !== null
const EVERY_DETOUR = { ...userPageDetours({ areAll: false }), ...userPageDetours({ areAll: true }) }

const queryOf = ({ url = '' }: IncomingMessage): string => {
  const at = url.indexOf('?')
  return at === -1 ? '' : url.slice(at + 1)
}

const detourFor = (
  { journeySecret: secret = null, clock }: RelayOptions,
  { request: { method, headers }, path }: Asked,
): Detour | null =>
  secret && path.startsWith(OAUTH_CLIENTS)
    ? detourOf({ method, path, cookie: headers.cookie }, { secret, now: clock.now() })
    : null

const relayOf =
  (
    upgrade: Upgrade,
    response: ServerResponse,
    { drain, limits }: RelayOptions,
  ): NonNullable<ExchangeOptions['onUpgrade']> =>
  (rawHeaders, socket) => {
    relayWebsocket({ ...upgrade, response }, { socket, rawHeaders }, limits.idleMs)
    drain.tunnel(upgrade.socket)
  }
