import type { Portal } from '#ground/api/portal.ts'
import { sendPage, type WebApp } from '#ground/base/web-app/open.ts'
import { readJsonOnly } from './json-only.ts'
import { admit, checkRate, routesOf, type RoutesDeps } from './routes.ts'

/** Services for features with addresses of their own: the callers, the rules and the app of the Console. */
export const createPortal = (deps: RoutesDeps, webApp: WebApp): Portal => ({
  api(app) {
    readJsonOnly(app, ['/api/*'])
    return routesOf(app, deps)
  },
  admit: (request, reply) => admit(deps, request, reply),
  checkRate,
  async sendPage(request, reply, name) {
    const page = await webApp.page(name)
    if (page) return sendPage(request, reply, page)
    return reply.code(503).type('text/plain; charset=utf-8').send('The Console has not been built yet.\n')
  },
})
