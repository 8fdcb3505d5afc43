import type { FastifyReply } from 'fastify'
import type { Mount } from '#ground/base/mount.ts'
import {
  resourceMetadata,
  serverMetadata,
  wellKnownUrl,
  type SignInAddresses,
  type WellKnown,
} from './metadata.ts'
import { openToPages, preflight } from './pages.ts'

export interface DiscoveryDeps {
  addresses: SignInAddresses
  /** What the edge takes out of the documents' paths. */
  hubPath: string
  /** Name of the Hub for people. */
  name(): string
}

const PREFIX = '/.well-known'

/**
 * The documents by which programs find out how to sign people in. They exist for the address that is made for that, and
 * nowhere else: programs that send a key to `/mcp` must find nothing, or they would drop it.
 */
export function createDiscovery({ addresses, hubPath, name }: DiscoveryDeps): Mount {
  const pathOf = (document: WellKnown) =>
    new URL(wellKnownUrl(document, addresses.resource)).pathname.slice(PREFIX.length).replace(hubPath, '')
  const missing = (reply: FastifyReply) => send(reply.code(404), { error: 'not_found' })
  return {
    prefix: PREFIX,
    routes(app) {
      app.setNotFoundHandler((_request, reply) => missing(reply))
      const serve = (document: WellKnown, bodyOf: () => object) => {
        app.options(pathOf(document), preflight('GET'))
        app.get(pathOf(document), { onRequest: openToPages }, (_request, reply) =>
          send(reply.header('cache-control', 'public, max-age=60'), bodyOf()),
        )
      }
      serve('oauth-protected-resource', () => resourceMetadata(addresses, name()))
      serve('oauth-authorization-server', () => serverMetadata(addresses))
    },
    fail: (_error, _request, reply) => missing(reply),
  }
}

const send = (reply: FastifyReply, body: object) =>
  reply.header('content-type', 'application/json').send(JSON.stringify(body))
