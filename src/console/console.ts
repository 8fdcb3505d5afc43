import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refused } from '#api/errors.ts'
import type { ConsoleFeature } from '#api/route.ts'
import type { Clock } from '#base/clock.ts'
import { openWebApp } from '#base/web-app/open.ts'
import { appRoutes } from './app.ts'
import { answerError, API_HEADERS } from './errors.ts'
import { createOpenStreams, type OpenStreams } from './event-stream.ts'
import type { ConsoleEvents } from './events.ts'
import { openApiPage } from './openapi.ts'
import { createRateLimit } from './rate-limit.ts'
import { routesOf, type DeclaredRoute, type RoutesDeps } from './routes.ts'

export interface ConsoleDeps extends Omit<RoutesDeps, 'limits' | 'streams'> {
  clock: Clock
  features: readonly ConsoleFeature[]
  /** Folder of the built Console app. */
  appFolder: string
  version: string
  events: ConsoleEvents
}

/** What a server mounts below a prefix. */
export interface Mount {
  /** End what would never end by itself. A server does so before it waits for its answers. */
  endStreams(): void
  readonly prefix: string
  routes(app: FastifyInstance): void
  /** Answer a request below the prefix that failed before it reached a route. */
  fail(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply
}

const MAX_BODY_BYTES = 256 * 1024

/** The Console under `/portal`: its app, and its API below `/portal/api`. */
export function createConsole(deps: ConsoleDeps): Mount {
  const streams = createOpenStreams({ clock: deps.clock, onFailure: deps.events.streamFailed })
  const fail: Mount['fail'] = (error, request, reply) => answerError(deps.events, error, request, reply)
  return {
    prefix: '/portal',
    routes(app) {
      app.setErrorHandler<FastifyError>(fail)
      app.setNotFoundHandler((request, reply) => {
        const refusal = new Refused('not_found', `There is no ${request.method} ${pathOf(request)} here.`)
        return reply.code(404).headers(API_HEADERS).send(refusal.body)
      })
      appRoutes(app, openWebApp(deps.appFolder))
      void app.register(async (api) => apiRoutes(api, deps, streams), { prefix: '/api' })
    },
    fail,
    endStreams: streams.end,
  }
}

function apiRoutes(api: FastifyInstance, deps: ConsoleDeps, streams: OpenStreams): void {
  const parse = api.getDefaultJsonParser('error', 'error')
  api.removeAllContentTypeParsers()
  const limits = { parseAs: 'string' as const, bodyLimit: MAX_BODY_BYTES }
  api.addContentTypeParser<string>('application/json', limits, (request, body, done) => {
    if (body === '') return done(null, undefined)
    void parse(request, body, done)
  })
  // Without it the app's page would answer: it has a route for everything.
  for (const url of ['', '/*']) api.all(url, { onRequest: refuseUnknown }, refuseUnknown)
  const declared: DeclaredRoute[] = []
  const routes = { ...deps, streams, limits: limitsBy(deps.clock) }
  for (const feature of deps.features)
    feature.routes(routesOf(api, routes, { feature: feature.name, declared }))

  let page: unknown
  const describe = routesOf(api, routes, { feature: 'Console', declared })
  describe.get(
    '/openapi.json',
    { summary: 'This description', level: 'person', answer: z.looseObject({ openapi: z.string() }) },
    () => (page ??= openApiPage(declared, deps.version)) as { openapi: string },
  )
}

/** Far above what a person does, and low enough that a program in a loop is noticed. */
const limitsBy = (clock: Pick<Clock, 'now'>) => ({
  reads: createRateLimit({ burst: 1000, perSecond: 50, clock }),
  changes: createRateLimit({ burst: 300, perSecond: 5, clock }),
})

const refuseUnknown = async (request: FastifyRequest): Promise<never> => {
  throw new Refused('not_found', `There is no ${request.method} ${pathOf(request)} in the Console API.`)
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0]!.slice(0, 200)
