import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { optionsOf } from '#ground/api/declared-route.ts'
import { ApiRefused, STATUS, unwrap } from '#ground/api/errors.ts'
import type { Portal, PortalFeature } from '#ground/api/portal.ts'
import { setCookie } from '#ground/base/cookie.ts'
import { journeyCookieName, signJourney } from '#ground/base/journey-cookie.ts'
import { refused, type Result } from '#ground/base/result.ts'
import { CONNECTION_ROUTES } from './declared-routes.ts'
import { isOpen, type Journey } from './journey.ts'
import type { JourneyRefusal, Journeys } from './journeys.ts'
import { authorizePath } from './link.ts'
import { NO_SUCH_LINK, ownJourney, type OwnJourneyDeps } from './own-journey.ts'
import { journeyStatus } from './present.ts'
import type { ConnectionProviders } from './providers.ts'
import { JourneyStatus } from './schema.ts'

export interface PagesDeps extends OwnJourneyDeps {
  journeys: Journeys
  providers: Pick<ConnectionProviders, 'for'>
  /** This secret signs the cookie that identifies a journey at the edge. */
  secret: string
  isSecure: boolean
}

interface Params {
  Params: { id: string }
}
type Request = FastifyRequest<Params>

const MAX_BODY_BYTES = 4096

/** If `deps` is null, connection pages are disabled and all addresses return 404. */
export const connectionPages = (deps: PagesDeps | null): PortalFeature => ({
  routes(app, portal) {
    for (const route of [CONNECTION_ROUTES.unknown, CONNECTION_ROUTES.unknownBelow])
      app.route({ ...optionsOf(app, route), handler: unknownAddress })
    if (deps) journeyRoutes(app, deps, portal)
  },
})

function journeyRoutes(app: FastifyInstance, deps: PagesDeps, { admit, sendPage }: Portal): void {
  const { journeys } = deps
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, _body, done) =>
    done(null),
  )
  app.addHook('onRequest', async ({ headers }, reply) => {
    void reply.headers(PAGE_HEADERS)
    delete headers.authorization // only a session may open these pages, not an API key
    delete headers['x-api-key']
    delete headers['if-none-match'] // a 304 response would hide a changed status or header
  })

  const own = async (request: Request, reply: FastifyReply): Promise<Journey> =>
    unwrap(await ownJourney(deps, request.params.id, await admit(request, reply)))

  const page =
    (show: (journey: Journey, request: Request, reply: FastifyReply) => Promise<FastifyReply>) =>
    async (request: Request, reply: FastifyReply) => {
      try {
        return await show(await own(request, reply), request, reply)
      } catch (error) {
        if (!(error instanceof ApiRefused) || !wantsPage(request)) throw error
        if (error.code === 'unauthenticated') return reply.redirect(signIn(request), 302)
        return sendPage(request, reply.code(STATUS[error.code]))
      }
    }

  app.route<Params>({
    ...optionsOf(app, CONNECTION_ROUTES.page),
    handler: page((_journey, request, reply) => sendPage(request, reply)),
  })

  app.route<Params>({
    ...optionsOf(app, CONNECTION_ROUTES.done),
    handler: page(async (journey, request, reply) => {
      if (journey.state === 'waiting') return reply.redirect(addressOf(journey), 302)
      await journeys.returned(journey)
      void reply.header('set-cookie', journeyCookie(deps, request, { journey, until: null }))
      return sendPage(request, reply)
    }),
  })

  app.route<Params>({
    ...optionsOf(app, CONNECTION_ROUTES.status),
    async handler(request, reply) {
      const journey = await own(request, reply)
      const looked = await journeys.look(journey)
      return JourneyStatus.parse(await statusOf(deps, looked.ok ? looked.value : journey))
    },
  })

  app.route<Params>({
    ...optionsOf(app, CONNECTION_ROUTES.start),
    async handler(request, reply) {
      const journey = await own(request, reply)
      const started = isOpen(journey.state) ? await leave(deps, journey) : refused('over' as const)
      if (started.ok) {
        void reply.header('set-cookie', journeyCookie(deps, request, { journey, until: journey.expiresAt }))
        return reply.redirect(authorizePath(deps.secret, journey), 303)
      }
      if (started.refusal === 'unavailable') throw UNAVAILABLE(journey)
      if (started.refusal === 'gone')
        throw new ApiRefused('not_found', `${journey.name} can’t be connected any more.`)
      if (wantsPage(request)) return reply.redirect(addressOf(journey), 303)
      throw new ApiRefused('expired', 'This link has expired. Ask the agent for a new link.')
    },
  })

  app.route<Params>({
    ...optionsOf(app, CONNECTION_ROUTES.cancel),
    async handler(request, reply) {
      const cancelled = await journeys.cancel(await own(request, reply))
      void reply.header('set-cookie', journeyCookie(deps, request, { journey: cancelled, until: null }))
      return wantsPage(request)
        ? reply.redirect(addressOf(cancelled), 303)
        : reply.send(JourneyStatus.parse(await statusOf(deps, cancelled)))
    },
  })
}

/** Responses are personal, so caches must not store them. Other sites must not frame them. */
const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const

async function statusOf({ providers, journeys }: PagesDeps, journey: Journey): Promise<JourneyStatus> {
  if (journey.state !== 'connected') return journeyStatus(journey, [])
  const found = await providers.for(journey.email)
  const provider = found.ok ? found.value.providers.find(({ id }) => id === journey.provider) : undefined
  return journeyStatus(journey, await journeys.withheld(journey, provider?.scopes ?? []))
}

async function leave(
  { providers, journeys }: PagesDeps,
  journey: Journey,
): Promise<Result<Journey, JourneyRefusal | 'gone'>> {
  const found = await providers.for(journey.email)
  if (!found.ok) return refused('unavailable')
  const isThere = found.value.providers.some(({ id }) => id === journey.provider)
  return isThere ? journeys.start(journey) : refused('gone')
}

const UNAVAILABLE = ({ name }: Journey) =>
  new ApiRefused('chatapp_unavailable', `The web chat or ${name} does not answer. Try again soon.`)

const unknownAddress = async (): Promise<never> => {
  throw new ApiRefused('not_found', NO_SUCH_LINK)
}

const addressOf = ({ id }: Journey): string => `/portal/connect/${id}`

const wantsPage = ({ headers }: FastifyRequest): boolean => (headers.accept ?? '').includes('text/html')

const signIn = ({ url }: FastifyRequest): string => `/auth?redirect=${encodeURIComponent(url.split('?')[0]!)}`

/** @param until Epoch milliseconds; null deletes the cookie. */
function journeyCookie(
  { secret, isSecure }: PagesDeps,
  { headers: { host } }: FastifyRequest,
  { journey: { id, provider }, until }: { journey: Journey; until: number | null },
): string {
  const kept =
    until === null
      ? { value: '', maxAgeSeconds: 0 }
      : { value: signJourney(secret, { id, provider, expiresAt: until }), expiresAt: until }
  return setCookie({ name: journeyCookieName(provider, host), ...kept, sameSite: 'Lax', isSecure })
}
