import type { FastifyInstance } from 'fastify'
import { sendAsset, sendPage, type WebApp } from '#ground/base/web-app/open.ts'
import { SCRIPT_FRAME, sendScriptFrame } from '#ground/base/web-app/script-frame.ts'
import { optionsOf } from '#ground/api/declared-route.ts'
import { ApiRefused } from '#ground/api/errors.ts'
import { CONSOLE_ROUTES } from './declared-routes.ts'

export function appRoutes(app: FastifyInstance, webApp: WebApp): void {
  app.route({
    ...optionsOf(app, CONSOLE_ROUTES.app),
    handler: async (_request, reply) => reply.redirect('/portal/', 308),
  })
  app.route<{ Params: { '*': string } }>({
    ...optionsOf(app, CONSOLE_ROUTES.page),
    handler: async (request, reply) => {
      const address = `/${request.params['*']}`
      if (address === SCRIPT_FRAME && (await sendScriptFrame(webApp, request, reply))) return reply
      const asset = await webApp.find(address)
      if (asset) return sendAsset(request, reply, asset)
      if (isFile(address)) throw new ApiRefused('not_found', 'There is no such file.')
      const page = await webApp.page()
      if (page) return sendPage(request, reply, page)
      return reply.code(503).type('text/plain; charset=utf-8').send('The Console has not been built yet.\n')
    },
  })
}

const isFile = (address: string) => /^\/(?:assets\/|[^/]+\.[a-z0-9]{1,8}$)/i.test(address)
