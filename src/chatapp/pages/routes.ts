import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { optionsOf } from '#ground/api/declared-route.ts'
import { openWebApp, sendAsset, sendPage } from '#ground/base/web-app/open.ts'
import { sendScriptFrame } from '#ground/base/web-app/script-frame.ts'
import { chatappErrorBody, sendError } from '#chatapp/http/errors.ts'
import { PAGE_ROUTES } from './declared-routes.ts'
import { previewFrame } from './preview-frame.ts'
import { CHATAPP_REFUSALS, type RefusalCode } from '#chatapp/http/refusals.ts'

export interface PageRouteParts {
  /** Folder of the built web app; may be missing. */
  folder: string
  hasNavigationScript: boolean
}

/** Addresses that return 404 instead of a page, so that a program with a mistyped URL gets an error. */
const NOT_A_PAGE =
  /^\/(api|openai|ollama|oauth|ws|static|assets|v1|uploads|healthz|portal|artifacts|mcp|webhooks)(\/|$)/

const LOADER = `const script = document.createElement('script')
script.src = '/svc-portal-navigation.js'
script.defer = true
document.head.append(script)
`

export function pageRoutes(app: FastifyInstance, { folder, hasNavigationScript }: PageRouteParts): void {
  const webApp = openWebApp(folder)

  app.route({
    ...optionsOf(app, PAGE_ROUTES.loader),
    handler: async (_request, reply) =>
      reply
        .headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
        .send(hasNavigationScript ? LOADER : ''),
  })

  app.route({
    ...optionsOf(app, PAGE_ROUTES.scriptFrame),
    handler: async (request, reply) =>
      (await sendScriptFrame(webApp, request, reply)) ? reply : refuse(request, reply, 'not_found'),
  })

  previewFrame(app)

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0]!
    if (request.method === 'OPTIONS' && (path === '/health' || !isServersOwn(path)))
      return reply.code(204).header('allow', 'GET, HEAD, OPTIONS').send()
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (NOT_A_PAGE.test(path) && reply.hasHeader('allow')) return refuse(request, reply, 'method_not_allowed')
    if (!isRead && NOT_A_PAGE.test(path)) return refuse(request, reply, 'not_found')
    if (!isRead) return refuse(request, reply.header('allow', 'GET, HEAD, OPTIONS'), 'method_not_allowed')
    const asset = await webApp.find(path)
    if (asset) return sendAsset(request, reply, asset)
    if (NOT_A_PAGE.test(path) || hasEnding(path)) return refuse(request, reply, 'not_found')
    const page = await webApp.page()
    if (!page)
      return reply.code(503).type('text/plain; charset=utf-8').send('The web app has not been built yet.\n')
    // People open the links of mails at this address.
    return sendPage(request, reply, page, path === '/auth' ? 'no-referrer' : 'same-origin')
  })
}

/** Includes paths below `/health/`, because a load balancer would take a page with status 200 for readiness. */
const isServersOwn = (path: string): boolean => NOT_A_PAGE.test(path) || path.startsWith('/health/')

const hasEnding = (path: string) => /\.[a-z0-9]{1,8}$/i.test(path)

const refuse = (request: FastifyRequest, reply: FastifyReply, code: RefusalCode) =>
  sendError(request, reply, CHATAPP_REFUSALS[code][0], chatappErrorBody(code))
