import type { FastifyError, FastifyInstance } from 'fastify'
import type { ConsoleFeature } from '#ground/api/console-app.ts'
import type { ConsoleRoute } from '#ground/api/contract.ts'
import { STATUS } from '#ground/api/errors.ts'
import { createHandled, type Contracts, type Handled } from '#ground/api/handled.ts'
import { openApiPage } from '#ground/api/openapi.ts'
import type { PortalFeature, Portal } from '#ground/api/portal.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Mount } from '#ground/base/mount.ts'
import { createRateLimit } from '#ground/base/rate-limit.ts'
import { compressAnswers } from '#ground/base/web-app/compress-answers.ts'
import { openWebApp, sendPage, type WebApp } from '#ground/base/web-app/open.ts'
import { appRoutes } from './app.ts'
import { readDescription } from './contract.ts'
import { CONSOLE_ROUTES } from './declared-routes.ts'
import { describedConsole } from './description.ts'
import { answerError, API_HEADERS } from './errors.ts'
import { createOpenStreams } from './event-stream.ts'
import type { ConsoleEvents } from './log-events.ts'
import { readJsonOnly, unknownAddress } from './json-only.ts'
import { addForOthers, routesOf, type RoutesDeps, admitConsoleRequest, checkRate } from './routes.ts'

export interface ConsoleDeps extends Omit<RoutesDeps, 'limits' | 'streams' | 'handled'> {
  clock: Clock
  contracts: Contracts<ConsoleRoute>
  features: readonly ConsoleFeature[]
  portals: readonly PortalFeature[]
  appFolder: string
  version: string
  events: ConsoleEvents
}

export function createConsole(deps: ConsoleDeps): Mount {
  const streams = createOpenStreams({ clock: deps.clock, onFailure: deps.events.streamFailed })
  const fail: Mount['fail'] = (error, request, reply) => answerError(deps.events, error, request, reply)
  return {
    prefix: '/portal',
    routes(app) {
      app.setErrorHandler<FastifyError>(fail)
      app.setNotFoundHandler((request, reply) => {
        const refusal = unknownAddress(request, reply, 'here')
        return reply.code(STATUS[refusal.code]).headers(API_HEADERS).send(refusal.body)
      })
      const webApp = openWebApp(deps.appFolder)
      const handled = createHandled(deps.contracts)
      const routes = { ...deps, streams, limits: limitsBy(deps.clock), handled }
      appRoutes(app, webApp)
      const portal = createPortal(routes, webApp)
      for (const feature of deps.portals) void app.register(async (part) => feature.routes(part, portal))
      void app.register(async (api) => apiRoutes(api, routes), { prefix: '/api' })
    },
    fail,
    endStreams: streams.end,
  }
}

function apiRoutes(
  api: FastifyInstance,
  deps: ConsoleDeps & RoutesDeps & { handled: Handled<ConsoleRoute> },
): void {
  const { features, contracts, handled, version } = deps
  readJsonOnly(api, [CONSOLE_ROUTES.unknownOfApi, CONSOLE_ROUTES.unknownInApi])
  compressAnswers(api, COMPRESSED)
  const app = routesOf(api, deps)
  for (const feature of features) feature.routes(app)
  const here = new Set(handled.byHeading().flatMap(([, routes]) => routes))
  for (const route of Object.values(contracts).flatMap((routes) => Object.values(routes)))
    if (route.isLive && isOfApi(route) && !here.has(route)) addForOthers(api, deps, route)
  let page: ReturnType<typeof openApiPage> | undefined
  app.handle(readDescription, () => (page ??= openApiPage(handled.byHeading(), describedConsole(version))))
}

/**
 * Only these long lists, which contain no secrets, are compressed. Compression can reveal secrets that share a body
 * with a caller's text (BREACH).
 */
const COMPRESSED = ['/portal/api/audit', '/portal/api/access-changes', '/portal/api/runs']

const isOfApi = ({ base }: ConsoleRoute): boolean => base === '/portal/api'

/** Limits far above a person's use, but low enough to stop a program in a loop. */
const limitsBy = (clock: Pick<Clock, 'now'>) => ({
  reads: createRateLimit({ burst: 1000, perSecond: 50, clock }),
  changes: createRateLimit({ burst: 300, perSecond: 5, clock }),
})

const createPortal = (deps: RoutesDeps, webApp: WebApp): Portal => ({
  api(app, unknown) {
    readJsonOnly(app, [unknown])
    return routesOf(app, deps)
  },
  admit: (request, reply) => admitConsoleRequest(deps, request, reply),
  checkRate,
  async sendPage(request, reply, name) {
    const page = await webApp.page(name)
    if (page) return sendPage(request, reply, page)
    return reply.code(503).type('text/plain; charset=utf-8').send('The Console has not been built yet.\n')
  },
})
