import type { FastifyInstance, FastifyRequest } from 'fastify'
import { optionsOf } from '#ground/api/declared-route.ts'
import { ApiRefused, unwrap } from '#ground/api/errors.ts'
import type { Portal } from '#ground/api/portal.ts'
import { sendFile } from '#ground/base/files/send.ts'
import { ERROR_POLICY, PROTECTIVE_HEADERS, servingOf } from '#ground/base/files/serving.ts'
import type { Artifacts } from './artifacts.ts'
import { isOpenedByItself } from './content-routes.ts'
import { PUBLIC_LINK_ROUTES } from './declared-routes.ts'
import { publicView } from './view.ts'
import type { ViewingCookie } from './viewing-cookie.ts'

export interface PublicDeps {
  artifacts: Pick<Artifacts, 'openLink' | 'openByLink'>
  cookie: ViewingCookie
  openings: { consume(address: string): number }
  allowOrigins: readonly string[]
}

/** The body contains only a token of 43 characters. */
const MAX_BODY_BYTES = 2048

/** Each link that does not open gets this same response, so the response does not reveal the reason. */
const dead = (): ApiRefused => new ApiRefused('not_found', 'This link does not work any more.')

/** Routes of public links. They need no sign-in and ignore sessions. */
export function publicRoutes(app: FastifyInstance, portal: Portal, deps: PublicDeps): void {
  app.addHook('onSend', async (_request, reply) => void reply.headers(PRIVATE_HEADERS))
  app.route({
    ...optionsOf(app, PUBLIC_LINK_ROUTES.unknown),
    handler: async () => {
      throw new ApiRefused('not_found', 'There is nothing here.')
    },
  })
  app.route({
    ...optionsOf(app, PUBLIC_LINK_ROUTES.page),
    handler: async (request, reply) =>
      pathOf(request).endsWith('/')
        ? portal.sendPage(request, reply, 'public-link')
        : reply.redirect('/portal/p/', 308),
  })
  app.route({
    ...optionsOf(app, PUBLIC_LINK_ROUTES.open),
    bodyLimit: MAX_BODY_BYTES,
    async handler(request, reply) {
      portal.checkRate(deps.openings.consume(addressOf(request)), reply)
      const { token } = (request.body ?? {}) as { token?: unknown }
      const opened = typeof token === 'string' ? await deps.artifacts.openLink(token) : null
      if (!opened) throw dead()
      return reply
        .header('set-cookie', deps.cookie.give(opened.link, { isSecure: isSecure(request) }))
        .send(publicView(opened.artifact, opened.link))
    },
  })
  for (const [route, asDownload] of [
    [PUBLIC_LINK_ROUTES.content, false],
    [PUBLIC_LINK_ROUTES.download, true],
  ] as const)
    app.route({
      ...optionsOf(app, route),
      handler: async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
        void reply.headers({ ...PROTECTIVE_HEADERS, 'content-security-policy': ERROR_POLICY })
        const { id } = request.params
        const isIt = deps.cookie.linkShown(request.headers.cookie, id, { isSecure: isSecure(request) })
        const file = isIt && unwrap(await deps.artifacts.openByLink(id, isIt))
        if (!file) throw dead()
        if (!asDownload && isOpenedByItself(request) && servingOf(file.contentType, []).isActive) {
          await file.close()
          return reply.redirect('/portal/p/', 302)
        }
        return sendFile(request, reply, file, { allowOrigins: deps.allowOrigins, asDownload })
      },
    })
}

/** Keeps search engines, caches and `Referer` headers from disclosing the link. */
const PRIVATE_HEADERS = {
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0]!

/** The edge overwrites this header with the client's address. */
const addressOf = ({ headers, ip }: FastifyRequest): string =>
  String(headers['x-forwarded-for'] ?? ip)
    .split(',')[0]!
    .trim()
    .slice(0, 64)

const isSecure = ({ headers }: FastifyRequest): boolean => headers['x-forwarded-proto'] === 'https'
