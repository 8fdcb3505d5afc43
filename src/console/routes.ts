import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Download } from '#api/download.ts'
import { Refused } from '#api/errors.ts'
import type { ConsoleApp, ConsoleCaller, Handler, Method, RouteSpec } from '#api/route.ts'
import { callerOf, checkLevel, type CallerDeps } from './caller.ts'
import { API_HEADERS } from './errors.ts'
import type { RateLimit } from './rate-limit.ts'
import { check, withoutEmpty } from './validation.ts'

/** A route as it was declared, for the OpenAPI page. */
export interface DeclaredRoute {
  method: Method
  path: string
  /** Heading. */
  feature: string
  spec: RouteSpec
}

export interface RoutesDeps extends CallerDeps {
  /** Whether a request that changes something comes from our own pages, or can't have been made by another site's. */
  mayChange(request: FastifyRequest, caller: ConsoleCaller): boolean
  /** How often somebody may ask and change. */
  limits: { reads: RateLimit; changes: RateLimit }
}

const NOTHING = z.strictObject({})

/** Where one feature puts its routes; each is noted in `declared`. */
export function routesOf(
  app: FastifyInstance,
  deps: RoutesDeps,
  { feature, declared }: { feature: string; declared: DeclaredRoute[] },
): ConsoleApp {
  const add =
    (method: Method): ConsoleApp[Method] =>
    (path, spec, handle) => {
      declared.push({ method, path, feature, spec })
      addRoute(app, deps, { method, path, spec, handle })
    }
  return { get: add('get'), post: add('post'), delete: add('delete') }
}

function addRoute(
  app: FastifyInstance,
  deps: RoutesDeps,
  { method, path, spec, handle }: Omit<DeclaredRoute, 'feature'> & { handle: Handler<RouteSpec> },
): void {
  const callers = new WeakMap<FastifyRequest, ConsoleCaller>()
  app.route({
    method: method.toUpperCase(),
    url: path,
    // Before a byte of the body is read.
    onRequest: async (request, reply) => {
      const options = { acceptBearerToken: spec.acceptsBearerToken ?? false }
      const caller = await callerOf(deps, request.headers, options)
      if (method !== 'get' && !deps.mayChange(request, caller))
        throw new Refused('cross_origin', 'Another site asked for this change, so it was refused.')
      checkLevel(caller, spec.level)
      const limit = method === 'get' ? deps.limits.reads : deps.limits.changes
      checkRate(limit.take(caller.email), reply)
      callers.set(request, caller)
    },
    handler: async (request, reply) => {
      const answer = await handle({
        caller: callers.get(request)!,
        params: check(spec.params ?? NOTHING, request.params),
        query: check(spec.query ?? NOTHING, withoutEmpty(request.query as Record<string, unknown>)),
        body: method === 'get' ? undefined : check(spec.body ?? NOTHING.prefault({}), request.body),
        requestId: request.id,
      })
      return send(reply, answer)
    },
  })
}

function checkRate(waitSeconds: number, reply: FastifyReply): void {
  if (waitSeconds === 0) return
  void reply.header('retry-after', String(waitSeconds))
  throw new Refused('rate_limited', `That was too much at once. Try again in ${waitSeconds} s.`)
}

function send(reply: FastifyReply, answer: unknown): FastifyReply {
  void reply.headers(API_HEADERS)
  if (!(answer instanceof Download)) return reply.send(answer)
  return reply
    .headers({
      'content-type': answer.contentType,
      'content-disposition': `attachment; filename="${answer.filename}"`,
    })
    .send(Readable.from(answer.text, { objectMode: false }))
}
