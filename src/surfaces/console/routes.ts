import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Download } from '#ground/api/download.ts'
import { Refused } from '#ground/api/errors.ts'
import { EventStream } from '#ground/api/event-stream.ts'
import type { ConsoleApp, ConsoleCaller, Handler, Method, RouteSpec } from '#ground/api/route.ts'
import { callerOf, checkLevel, type CallerDeps } from './caller.ts'
import { API_HEADERS } from './errors.ts'
import type { OpenStreams } from './event-stream.ts'
import type { ConsoleEvents } from './events.ts'
import { isWithinScope } from './key-scope.ts'
import type { RateLimit } from '#ground/base/rate-limit.ts'
import { check, withoutEmpty } from './validation.ts'

/** A route as it was declared, for the OpenAPI page. */
export interface DeclaredRoute {
  method: Method
  /** Below the address of the API, or of the section. */
  path: string
  /** Prefix of the section, such as `/artifacts`; absent for the API itself. */
  section?: string | undefined
  /** Heading. */
  feature: string
  spec: RouteSpec
}

export interface RoutesDeps extends CallerDeps {
  /** Whether a request that changes something comes from our own pages, or can't have been made by another site's. */
  mayChange(request: FastifyRequest, caller: ConsoleCaller): boolean
  /** How often somebody may ask and change. */
  limits: { reads: RateLimit; changes: RateLimit }
  streams: OpenStreams
  events: Pick<ConsoleEvents, 'exportFailed'>
}

const NOTHING = z.strictObject({})

/** Where one feature puts its routes; each is noted in `declared`. */
export function routesOf(
  app: FastifyInstance,
  deps: RoutesDeps,
  {
    feature,
    section,
    declared,
  }: { feature: string; section?: string | undefined; declared: DeclaredRoute[] },
): ConsoleApp {
  const add =
    (method: Method): ConsoleApp[Method] =>
    (path, spec, handle) => {
      declared.push({ method, path, section, feature, spec })
      addRoute(app, deps, { method, path, spec, handle })
    }
  return { get: add('get'), post: add('post'), put: add('put'), delete: add('delete') }
}

function addRoute(
  app: FastifyInstance,
  deps: RoutesDeps,
  { method, path, spec, handle }: Omit<DeclaredRoute, 'feature' | 'section'> & { handle: Handler<RouteSpec> },
): void {
  const callers = new WeakMap<FastifyRequest, ConsoleCaller>()
  const whoIs = (request: FastifyRequest) =>
    callerOf(deps, request.headers, { acceptBearerToken: spec.acceptsBearerToken ?? false })
  app.route({
    method: method.toUpperCase(),
    url: path,
    // Before a byte of the body is read.
    onRequest: async (request, reply) => {
      const caller = await whoIs(request)
      judge(deps, request, reply, { caller, level: spec.level })
      callers.set(request, caller)
    },
    handler: async (request, reply) => {
      const caller = callers.get(request)!
      const params = check(spec.params ?? NOTHING, request.params)
      const query = check(spec.query ?? NOTHING, withoutEmpty(request.query as Record<string, unknown>))
      const body = method === 'get' ? undefined : check(spec.body ?? NOTHING.prefault({}), request.body)
      const scoped = { level: spec.level, isChange: method !== 'get', parts: [params, query, body] }
      if (!isWithinScope(scoped, caller.keyHubs))
        throw new Refused('outside_ceiling', 'Your API key is for other Hubs, or only for some.')
      const answer = await handle({ caller, params, query, body, requestId: request.id })
      if (answer instanceof EventStream) {
        const mayStay = async () => isSame(callers.get(request)!, await whoIs(request).catch(() => null))
        return deps.streams.send(reply, answer, mayStay)
      }
      void reply.headers(API_HEADERS).code(spec.status ?? 200)
      return answer instanceof Download ? sendDownload(reply, answer, deps.events) : reply.send(answer)
    },
  })
}

/** Who sends a request that is not a declared route's: as for one of level `person`. @throws Refused */
export async function admit(
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
  { caller, level }: { caller: ConsoleCaller; level: RouteSpec['level'] },
): void {
  const isChange = request.method !== 'GET' && request.method !== 'HEAD'
  if (isChange && !deps.mayChange(request, caller)) throw new Refused('cross_origin', CROSS_ORIGIN)
  checkLevel(caller, level)
  checkRate((isChange ? deps.limits.changes : deps.limits.reads).take(caller.email), reply)
}

const CROSS_ORIGIN =
  'A page of another address than this Hub’s own asked for this change, so it was refused. Behind a proxy, SVC_PUBLIC_URL has to be the address people use.'

/** Whether somebody still is who they were, with what they managed: what a stream shows was chosen by that. */
const isSame = (before: ConsoleCaller, now: ConsoleCaller | null): boolean =>
  now !== null &&
  now.email === before.email &&
  now.isOrganizationAdmin === before.isOrganizationAdmin &&
  now.manages.join() === before.manages.join()

/** @throws Refused `rate_limited` when there is something to wait for. */
export function checkRate(waitSeconds: number, reply: FastifyReply): void {
  if (waitSeconds === 0) return
  void reply.header('retry-after', String(waitSeconds))
  throw new Refused('rate_limited', `That was too much at once. Try again in ${waitSeconds} s.`)
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

/** A file that breaks off has no other way left to say why. */
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
