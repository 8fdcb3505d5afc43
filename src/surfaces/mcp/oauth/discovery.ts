import type { FastifyReply } from 'fastify'
import type { Mount } from '#ground/base/mount.ts'
import { optionsOf, type DeclaredRoute } from '#ground/api/declared-route.ts'
import type { HubAddresses } from './addresses.ts'
import { MCP_SIGN_IN_ROUTES as ROUTES } from './declared-routes.ts'
import { resourceMetadata, serverMetadata } from './metadata.ts'
import { openToPages, preflight } from './pages.ts'

export interface DiscoveryDeps {
  addresses: Pick<HubAddresses, 'forHost'>
  name(): string
  takesClientDocuments: boolean
}

const PREFIX = '/.well-known'

/** Serves metadata only for sign-in: a program with a key for `/mcp` would drop the key if it found metadata. */
export function createDiscovery({ addresses, name, takesClientDocuments }: DiscoveryDeps): Mount {
  const missing = (reply: FastifyReply) => send(reply.code(404), { error: 'not_found' })
  return {
    prefix: PREFIX,
    routes(app) {
      app.setNotFoundHandler((_request, reply) =>
        reply.hasHeader('allow') ? send(reply.code(405), { error: 'method_not_allowed' }) : missing(reply),
      )
      const serve = (route: DeclaredRoute, bodyOf: (host: string | undefined) => object) =>
        app.route({
          ...optionsOf(app, route),
          onRequest: openToPages,
          handler: ({ headers }, reply) =>
            send(
              reply.headers({ 'cache-control': 'public, max-age=60', vary: 'host' }),
              bodyOf(headers.host),
            ),
        })
      for (const route of [ROUTES.resourcePreflight, ROUTES.serverPreflight])
        app.route({ ...optionsOf(app, route), handler: preflight('GET') })
      serve(ROUTES.resource, (host) => {
        const { resource } = addresses.forHost(host)
        return resourceMetadata(resource, resource, name())
      })
      serve(ROUTES.server, (host) => serverMetadata(addresses.forHost(host), { takesClientDocuments }))
    },
    fail: (_error, _request, reply) => missing(reply),
  }
}

const send = (reply: FastifyReply, body: object) =>
  reply.header('content-type', 'application/json').send(JSON.stringify(body))
