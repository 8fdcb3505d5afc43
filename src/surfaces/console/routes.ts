import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AccessNotifications } from '#core/access/access-notifications.ts'
import { checkRequest, describeInvalidFields, EMPTY_PARTS, withoutEmpty } from '#ground/api/check.ts'
import type { ConsoleApp, ConsoleCaller, ConsoleHandler } from '#ground/api/console-app.ts'
import { consoleStatuses } from '#ground/api/console-statuses.ts'
import type { Checked, ConsoleRoute, Level } from '#ground/api/contract.ts'
import { Download } from '#ground/api/download.ts'
import { ApiRefused } from '#ground/api/errors.ts'
import { EventStream } from '#ground/api/event-stream.ts'
import type { Handled } from '#ground/api/handled.ts'
import { mount, type Treatment } from '#ground/api/mount.ts'
import { sendJson } from '#ground/api/send-json.ts'
import type { RateLimit } from '#ground/base/rate-limit.ts'
import { accepted } from '#ground/base/result.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import { callerOf, checkLevel, type CallerDeps } from './caller.ts'
import { API_HEADERS } from './errors.ts'
import type { OpenStreams } from './event-stream.ts'
import type { ConsoleEvents } from './log-events.ts'
import { isWithinScope } from './key-scope.ts'
import type { AcceptRelayed, AcceptedRequest } from './relay/bridges.ts'
import { RECEIPT_HEADER } from './relay/headers.ts'
import type { Relay } from './relay/relay.ts'
import { RelayedStream } from './relay/stream.ts'

export interface RoutesDeps extends CallerDeps {
  /** True if a change comes from our own pages or cannot come from another site's page (CSRF). */
  mayChange(request: FastifyRequest, caller: ConsoleCaller): boolean
  limits: { reads: RateLimit; changes: RateLimit }
  streams: OpenStreams
  accessNotifications: Pick<AccessNotifications, 'listen'>
  events: Pick<ConsoleEvents, 'exportFailed'>
  handled: Pick<Handled<ConsoleRoute>, 'addRoute'>
  relay: Relay
  accept: AcceptRelayed
}

export const routesOf = (app: FastifyInstance, deps: RoutesDeps): ConsoleApp => ({
  handle(route, handler) {
    deps.handled.addRoute(route)
    addRoute(app, deps, route, handler)
  },
})

export const addForOthers = (app: FastifyInstance, deps: RoutesDeps, route: ConsoleRoute): void =>
  addRoute(app, deps, route, () => {
    throw new ApiRefused('not_found', 'This Hub does not offer that.')
  })

function addRoute<R extends ConsoleRoute>(
  app: FastifyInstance,
  deps: RoutesDeps,
  route: R,
  handler: ConsoleHandler<R>,
): void {
  const { method, level, status = 200 } = route
  const whoIs = async (request: FastifyRequest) => {
    const relayed = await deps.accept.of(request)
    if (relayed) return relayedCaller(deps, relayed)
    return callerOf(deps, request.headers, { acceptBearerToken: route.acceptsBearerToken ?? false })
  }
  const treatment: Treatment<R, ConsoleCaller> = {
    async admit(request, reply) {
      const relayed = await deps.accept.of(request)
      if (relayed) return admitRelayed(deps, route, reply, relayed)
      const caller = await whoIs(request)
      judge(deps, request, reply, { caller, level })
      return caller
    },
    async read(request) {
      const relayed = await deps.accept.of(request)
      relayed?.checkBody(request.body)
      return readRequest(route, request)
    },
    async answer(asked, request, reply) {
      const { caller } = asked
      const parts = [asked.params, asked.query, asked.body]
      if (!isWithinScope({ level, isChange: method !== 'get', parts }, caller.keyHubs))
        throw new ApiRefused('outside_ceiling', 'Your API key is for other Hubs, or only for some.')
      const here: Here<R> = (one) => handler({ ...one, requestId: request.id })
      const isForAll = route.isLive && (await deps.accept.of(request)) === null
      const answer = isForAll
        ? await answerForAll(deps, route, asked, { request, reply, here })
        : await here(asked)
      if (answer instanceof EventStream || answer instanceof RelayedStream) {
        const mayStay = async () => isSame(caller, await whoIs(request).catch(() => null))
        const onNotification = (listener: () => void) =>
          deps.accessNotifications.listen(caller.email, listener)
        return deps.streams.send(reply, answer, { mayStay, onNotification })
      }
      void reply.headers(API_HEADERS).code(status)
      return answer instanceof Download ? sendDownload(reply, answer, deps.events) : sendJson(reply, answer)
    },
  }
  mount(app, route, treatment, { statuses: () => consoleStatuses(route) })
}

type Here<R extends ConsoleRoute> = (request: Checked<R> & { caller: ConsoleCaller }) => unknown

async function answerForAll<R extends ConsoleRoute>(
  { relay }: RoutesDeps,
  route: R,
  checked: Checked<R> & { caller: ConsoleCaller },
  { request, reply, here }: { request: FastifyRequest; reply: FastifyReply; here: Here<R> },
): Promise<unknown> {
  const disconnected = new AbortController()
  const leave = () => disconnected.abort()
  reply.raw.once('close', leave)
  return relay.answer(route, checked, {
    request,
    disconnectSignal: disconnected.signal,
    here: (one) => here(one as typeof checked),
  })
}

/** The relaying bridge has authenticated the person; this bridge decides on their permissions. */
const relayedCaller = (
  deps: RoutesDeps,
  { asker: { keyHubs, ...asker } }: AcceptedRequest,
): Promise<ConsoleCaller> => {
  const key = keyHubs === null ? null : { hubs: keyHubs }
  const identify = async () => accepted({ ...asker, role: 'user', key })
  return callerOf({ ...deps, identify }, {}, { acceptBearerToken: false })
}

/** The relaying bridge has checked rate limits and same-origin. */
async function admitRelayed(
  deps: RoutesDeps,
  { isLive, level }: ConsoleRoute,
  reply: FastifyReply,
  relayed: AcceptedRequest,
): Promise<ConsoleCaller> {
  if (!isLive) throw new ApiRefused('unauthenticated', 'Not available to other bridges.')
  reply.raw.setHeader(RECEIPT_HEADER, relayed.receipt)
  const caller = await relayedCaller(deps, relayed)
  checkLevel(caller, level)
  return caller
}

async function readRequest<R extends ConsoleRoute>(
  route: R,
  { params, query, body }: FastifyRequest,
): Promise<Checked<R>> {
  const sent = { params, query: withoutEmpty(query as Record<string, unknown>), body }
  const checked = await checkRequest(route, sent, { undeclared: EMPTY_PARTS, turns: processTurns })
  if (checked.ok) return checked.value
  throw new ApiRefused('invalid', describeInvalidFields(checked.refusal))
}

export async function admitConsoleRequest(
  deps: RoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ConsoleCaller> {
  const caller = await callerOf(deps, request.headers, { acceptBearerToken: false })
  judge(deps, request, reply, { caller, level: 'person' })
  return caller
}

function judge(
  deps: RoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { caller, level }: { caller: ConsoleCaller; level: Level },
): void {
  const isChange = request.method !== 'GET' && request.method !== 'HEAD'
  if (isChange && !deps.mayChange(request, caller)) throw new ApiRefused('cross_origin', CROSS_ORIGIN)
  checkLevel(caller, level)
  checkRate((isChange ? deps.limits.changes : deps.limits.reads).consume(caller.email), reply)
}

const CROSS_ORIGIN =
  'The change was refused, because it came from a page at another address than this Hub’s. Behind a proxy, set SVC_PUBLIC_URL to the address that people use.'

/** A stream's content depends on the caller's identity and managed Hubs; if they change, the stream must end. */
const isSame = (before: ConsoleCaller, now: ConsoleCaller | null): boolean =>
  now !== null &&
  now.email === before.email &&
  now.isOrganizationAdmin === before.isOrganizationAdmin &&
  now.manages.join() === before.manages.join()

export function checkRate(waitSeconds: number, reply: FastifyReply): void {
  if (waitSeconds === 0) return
  void reply.header('retry-after', String(waitSeconds))
  throw new ApiRefused('rate_limited', `Too many requests. Try again in ${waitSeconds} s.`)
}

function sendDownload(
  reply: FastifyReply,
  { contentType, filename, text }: Download,
  events: RoutesDeps['events'],
): FastifyReply {
  const { request } = reply
  const facts = { requestId: request.id, route: `${request.method} ${request.routeOptions.url}` }
  return reply
    .headers({
      'content-type': contentType,
      'content-disposition': `attachment; filename="${filename}"`,
    })
    .send(
      Readable.from(
        watched(text, (e) => events.exportFailed({ ...facts, ...e })),
        { objectMode: false },
      ),
    )
}

/** Logs a failed export: the response has begun and can't report the reason. */
async function* watched(
  text: AsyncIterable<string>,
  onFailure: (e: { pieces: number; error: unknown }) => void,
): AsyncGenerator<string> {
  let pieces = 0
  try {
    for await (const piece of text) {
      yield piece
      pieces++
    }
  } catch (error) {
    if (pieces > 0) onFailure({ pieces, error })
    throw error
  }
}
