import type { Clock } from '#ground/base/clock.ts'
import { logAndRefuse } from './answer.ts'
import { writeHeaderLines, type HeaderLines } from './engine/fields.ts'
import type { EdgeReply } from './engine/reply.ts'
import type { ClientRequest } from './engine/request.ts'
import { forward, type ExchangeOptions } from './exchange.ts'
import { changesAccounts, redirectOfPage, userPageRedirects } from './hidden-users.ts'
import type { ReachableHubs } from './hubs.ts'
import { journeyRedirectOf, OAUTH_CLIENTS, type JourneyRedirect } from './journey-redirect.ts'
import { isLocked, READS } from './locks.ts'
import type { EdgeEvents } from './log-events.ts'
import { createManagedHubs } from './managed-hubs.ts'
import { changesModels, isModelLocked, readModelChange } from './model-lock.ts'
import { isModelList, serveModelList } from './model-list.ts'
import { navigationScript, serveScript } from './navigation-script.ts'
import { fetchWhole } from './fetch-whole.ts'
import type { EdgeRefusal } from './refusal.ts'
import type { Upstream } from './upstream.ts'
import { segmentsOf } from './segments.ts'

export interface AdmittedRequest {
  request: ClientRequest
  reply: EdgeReply
  /** As sent, without its query. */
  path: string
  headers: HeaderLines
}

export interface RuleOptions {
  /** Whether each Hub's paths begin with `/b/<hub>`; if not, there is one Hub at the root. */
  isGateway?: boolean
  bridgeKey?: string
  hidesUsers?: boolean
  /** Path of the web chat's script to which the edge adds its own script. Default: none. */
  pageScript?: string
  /** The edge refuses changes below these paths of the web chat. */
  lockedPrefixes?: readonly string[]
  /** Signs the cookies of people who connect an account. */
  journeySecret?: string | null
  limits: { idleMs: number }
  events: EdgeEvents
}

export interface RelayOptions extends RuleOptions {
  chatapp: Upstream
  hubs: ReachableHubs
  clock: Pick<Clock, 'now'>
}

export function createEdgeRelay(options: RelayOptions) {
  const { chatapp, hubs, events, limits, clock, hidesUsers = false, isGateway = false } = options
  const { lockedPrefixes = [], bridgeKey = '', pageScript } = options
  const managedHubs = createManagedHubs({ hubs, bridgeKey, clock })

  const toUpstream = (
    admitted: AdmittedRequest,
    upstreams: readonly Upstream[],
    rest: Partial<ExchangeOptions> = {},
  ) => {
    const { request, reply, headers } = admitted
    const target = request.target
    const { idleMs } = limits
    forward({
      request,
      reply,
      upstreams,
      target,
      headers,
      body: null,
      redirect: null,
      idleMs,
      events,
      ...rest,
    })
  }

  const changeModels = async (admitted: AdmittedRequest): Promise<void> => {
    const { request, reply, path } = admitted
    const managed = await managedHubs()
    const bytes = request.body!.isThere ? await readWhole(admitted) : null
    if (bytes === 'too_large') return logAndRefuse(events, request, reply, 'too_large')
    const contentType = request.fields.value('content-type') ?? ''
    const contentEncoding = request.fields.value('content-encoding') ?? ''
    const body = bytes && { contentType, contentEncoding, bytes }
    const refusal = await refusalOfChange({ path, query: queryOf(request), body }, managed)
    if (refusal !== null) return logAndRefuse(events, request, reply, refusal)
    return toUpstream(admitted, [chatapp], { body: bytes })
  }

  const openPage = async (admitted: AdmittedRequest): Promise<void> => {
    const { reply, path } = admitted
    const to = redirectOfPage(path, userPageRedirects(await managedHubs()))
    if (to === null) return toUpstream(admitted, [chatapp])
    return reply.send(
      302,
      writeHeaderLines(['Location', to, 'Cache-Control', 'no-store', 'Content-Length', '0']),
    )
  }

  const ownScript = async () => navigationScript(hidesUsers ? userPageRedirects(await managedHubs()) : {})

  const extendPageScript = async ({ request, reply, path }: AdmittedRequest): Promise<void> => {
    const headers = `Host: ${request.fields.value('host') ?? chatapp.host}\r\nAccept-Encoding: identity\r\n`
    const signal = AbortSignal.timeout(PAGE_SCRIPT_MS)
    const theirs = await fetchWhole(chatapp, { path, headers, signal }).catch(() => null)
    const isScript = theirs?.status === 200 && /javascript/.test(theirs.fields.value('content-type') ?? '')
    serveScript(request, reply, (isScript ? `${theirs.body.toString()}\n;` : '') + (await ownScript()))
  }

  return {
    /** @param path Replaces the request's path; the query stays. */
    forward(admitted: AdmittedRequest, upstreams: readonly Upstream[], path = admitted.path): void {
      const query = admitted.request.target.slice(admitted.path.length)
      toUpstream(admitted, upstreams, { target: path + query })
    },

    refusalOf(method: string, path: string): EdgeRefusal | null {
      if (isLocked(method, path, lockedPrefixes) || (hidesUsers && changesAccounts(method, path)))
        return 'locked'
      return isRawInference(method, path) ? 'raw_inference' : null
    },

    toChatapp(admitted: AdmittedRequest): void {
      const { request, path } = admitted
      const { method } = request
      if (path === pageScript) return void extendPageScript(admitted)
      if (isGateway && changesModels(method, path)) return void changeModels(admitted)
      if (hidesUsers && method === 'GET' && mayLeadElsewhere(path)) return void openPage(admitted)
      // Also filters websocket requests, because the web chat would respond to them with the unfiltered list.
      if (isModelList(method, path))
        return void serveModelList({ ...admitted, chatapp, bridges: hubs.bridges, events })
      return toUpstream(admitted, [chatapp], { redirect: journeyRedirectFor(options, admitted) })
    },

    async navigationScript(request: ClientRequest, reply: EdgeReply): Promise<void> {
      serveScript(request, reply, await ownScript())
    },
  }
}

const PAGE_SCRIPT_MS = 5_000

const mayLeadElsewhere = (path: string): boolean => redirectOfPage(path, ALL_PAGE_REDIRECTS) !== null
const ALL_PAGE_REDIRECTS = { ...userPageRedirects({ areAll: false }), ...userPageRedirects({ areAll: true }) }

const queryOf = ({ target }: ClientRequest): string => {
  const at = target.indexOf('?')
  return at === -1 ? '' : target.slice(at + 1)
}

const refusalOfChange = (...change: Parameters<typeof isModelLocked>): Promise<EdgeRefusal | null> =>
  isModelLocked(...change).then(
    (isLocked) => (isLocked ? 'locked' : null),
    () => 'too_large',
  )

const readWhole = async ({ request, reply, path }: AdmittedRequest): Promise<Buffer | 'too_large'> => {
  if (request.expectsContinue) reply.goOn()
  return (await readModelChange(path, request.body!)) ?? 'too_large'
}

const journeyRedirectFor = (
  { journeySecret: secret = null, clock }: RelayOptions,
  { request: { method, fields, isWebsocketUpgrade }, path }: AdmittedRequest,
): JourneyRedirect | null =>
  secret && !isWebsocketUpgrade && path.startsWith(OAUTH_CLIENTS)
    ? journeyRedirectOf(
        { method, path, cookie: fields.value('cookie'), host: fields.value('host') },
        { secret, now: clock.now() },
      )
    : null

/**
 * True if a request would reach a model connection without the web chat's checks of models, chats and permissions.
 * @param path Compared as upstreams may read it: decoded, with slashes collapsed, in any case.
 */
function isRawInference(method: string, path: string): boolean {
  if (READS.has(method)) return false
  const [connection, ...rest] = segmentsOf(path).map((segment) => segment.toLowerCase())
  const admitted = rest.join('/')
  if (connection === 'openai') return !OPENAI_SETTINGS.test(admitted)
  return connection === 'ollama' && OLLAMA_INFERENCE.test(admitted)
}

/** The web chat forwards all other paths below `/openai` unchanged to its first model connection. */
const OPENAI_SETTINGS = /^(?:(?:config|urls|keys)(?:\/update)?|verify)$/

const OLLAMA_INFERENCE = /^(?:api\/(?:chat|generate|embed|embeddings)|v1)(?:\/|$)/
