import type { FastifyReply } from 'fastify'
import type { Mount } from '#ground/base/mount.ts'
import { wellKnownUrl, type HubAddresses, type WellKnown } from './addresses.ts'
import { resourceMetadata, serverMetadata } from './metadata.ts'
import { openToPages, preflight } from './pages.ts'

export interface DiscoveryDeps {
  addresses: Pick<HubAddresses, 'at'>
  /** Prefix that the edge removes from the documents' paths. */
  hubPath: string
  /** Name of the Hub for people. */
  name(): string
  /** Whether a program may describe itself in place of registering. */
  takesClientDocuments: boolean
}

const PREFIX = '/.well-known'

/**
 * The documents by which programs find out how to sign people in. They exist for the address that is made for that, and
 * nowhere else: programs that send a key to `/mcp` must find nothing, or they would drop it.
 */
export function createDiscovery({ addresses, hubPath, name, takesClientDocuments }: DiscoveryDeps): Mount {
  const pathOf = (document: WellKnown) =>
    new URL(wellKnownUrl(document, addresses.at(undefined).resource)).pathname
      .slice(PREFIX.length)
      .replace(hubPath, '')
  const missing = (reply: FastifyReply) => send(reply.code(404), { error: 'not_found' })
  return {
    prefix: PREFIX,
    routes(app) {
      app.setNotFoundHandler((_request, reply) =>
        reply.hasHeader('allow') ? send(reply.code(405), { error: 'method_not_allowed' }) : missing(reply),
      )
      const serve = (document: WellKnown, bodyOf: (host: string | undefined) => object) => {
        app.options(pathOf(document), preflight('GET'))
        app.get(pathOf(document), { onRequest: openToPages }, ({ headers }, reply) =>
          send(reply.headers({ 'cache-control': 'public, max-age=60', vary: 'host' }), bodyOf(headers.host)),
        )
      }
      serve('oauth-protected-resource', (host) => {
        const { resource } = addresses.at(host)
        return resourceMetadata(resource, resource, name())
      })
      serve('oauth-authorization-server', (host) =>
        serverMetadata(addresses.at(host), { takesClientDocuments }),
      )
    },
    fail: (_error, _request, reply) => missing(reply),
  }
}

const send = (reply: FastifyReply, body: object) =>
  reply.header('content-type', 'application/json').send(JSON.stringify(body))
