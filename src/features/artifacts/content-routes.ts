import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ConsoleCaller } from '#ground/api/console-app.ts'
import { optionsOf } from '#ground/api/declared-route.ts'
import { ApiRefused, STATUS, unwrap } from '#ground/api/errors.ts'
import type { Portal } from '#ground/api/portal.ts'
import { sendFile } from '#ground/base/files/send.ts'
import { ERROR_POLICY, PROTECTIVE_HEADERS, servingOf } from '#ground/base/files/serving.ts'
import { ChatappUnavailable } from '#ground/identity/chatapp-client/refusal.ts'
import type { Artifacts } from './artifacts.ts'
import { viewerOf } from './artifact.ts'
import { ARTIFACT_ROUTES } from './declared-routes.ts'

export interface ContentDeps {
  artifacts: Pick<Artifacts, 'open' | 'gate'>
  allowOrigins: readonly string[]
}

type ArtifactRequest = FastifyRequest<{
  Params: { id: string }
  Querystring: { version?: string | string[] }
}>

export function contentRoutes(app: FastifyInstance, portal: Portal, deps: ContentDeps): void {
  app.route({
    ...optionsOf(app, ARTIFACT_ROUTES.page),
    handler: async (request: ArtifactRequest, reply) => {
      try {
        const caller = await portal.admit(request, reply)
        unwrap(await deps.artifacts.gate.see(viewerOf(caller), request.params.id))
      } catch (error) {
        const code = error instanceof ChatappUnavailable ? 'unavailable' : codeOf(error)
        if (code === null || !wantsPage(request)) throw error
        if (code === 'unauthenticated') return toSignIn(reply, request.url)
        void reply.code(STATUS[code])
      }
      return portal.sendPage(request, reply)
    },
  })
  for (const [route, asDownload] of [
    [ARTIFACT_ROUTES.content, false],
    [ARTIFACT_ROUTES.download, true],
  ] as const)
    app.route({
      ...optionsOf(app, route),
      handler: async (request: ArtifactRequest, reply) => {
        void reply.headers({ ...PROTECTIVE_HEADERS, 'content-security-policy': ERROR_POLICY })
        const page = viewerPage(request)
        const caller = await admitted(portal, request, reply)
        if (caller === null) return toSignIn(reply, page)
        const file = unwrap(
          await deps.artifacts.open(viewerOf(caller), request.params.id, versionOf(request)),
        )
        if (!asDownload && isOpenedByItself(request) && servingOf(file.contentType, []).isActive) {
          await file.close()
          return reply.redirect(page, 302)
        }
        return sendFile(request, reply, file, { allowOrigins: deps.allowOrigins, asDownload })
      },
    })
}

const codeOf = (error: unknown) => (error instanceof ApiRefused ? error.code : null)

/** Null for a browser without a session. The caller then redirects the browser to the sign-in page. */
async function admitted(
  portal: Portal,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ConsoleCaller | null> {
  try {
    return await portal.admit(request, reply)
  } catch (error) {
    if (error instanceof ApiRefused && error.code === 'unauthenticated' && wantsPage(request)) return null
    throw error
  }
}

const toSignIn = (reply: FastifyReply, back: string): FastifyReply =>
  reply.redirect(`/auth?redirect=${encodeURIComponent(back)}`, 302)

const viewerPage = (request: ArtifactRequest): string => {
  const version = request.query.version
  const query = typeof version === 'string' && /^\d{1,9}$/.test(version) ? `?version=${version}` : ''
  return `/portal/artifacts/${encodeURIComponent(request.params.id)}${query}`
}

function versionOf({ query: { version } }: ArtifactRequest): number | undefined {
  if (version === undefined || version === '') return undefined
  if (typeof version === 'string' && /^[1-9]\d{0,8}$/.test(version)) return Number(version)
  throw new ApiRefused('invalid', 'version: expected a whole number of at least 1')
}

const wantsPage = ({ headers }: FastifyRequest): boolean => {
  const destination = headers['sec-fetch-dest']
  if (destination !== undefined) return destination === 'document'
  return headers.accept?.includes('text/html') ?? false
}

export const isOpenedByItself = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-dest'] === 'document'
