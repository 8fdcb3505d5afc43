import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { resourceMetadata, serverMetadata, wellKnownUrl, type SignInAddresses } from './metadata.ts'

export interface DiscoveryDeps {
  addresses: SignInAddresses
  /** Name of the Hub for people. */
  name(): string
}

const PREFIX = '/.well-known'

/**
 * The documents by which programs find out how to sign people in. They exist for the address that is made for that, and
 * nowhere else: programs that send a key to `/mcp` must find nothing, or they would drop it.
 */
export function createDiscovery({ addresses, name }: DiscoveryDeps) {
  const pathOf = (document: Parameters<typeof wellKnownUrl>[0]) =>
    new URL(wellKnownUrl(document, addresses.resource)).pathname.slice(PREFIX.length)
  const missing = (reply: FastifyReply) => send(reply.code(404), { error: 'not_found' })
  return {
    prefix: PREFIX,
    routes(app: FastifyInstance): void {
      app.setNotFoundHandler((_request, reply) => missing(reply))
      app.get(pathOf('oauth-protected-resource'), (_request, reply) =>
        send(open(reply), resourceMetadata(addresses, name())),
      )
      app.get(pathOf('oauth-authorization-server'), (_request, reply) =>
        send(open(reply), serverMetadata(addresses)),
      )
    },
    fail: (_error: FastifyError, _request: unknown, reply: FastifyReply) => missing(reply),
  }
}

/** There is no secret in them, and pages that try servers out read them too. */
const open = (reply: FastifyReply) =>
  reply.header('access-control-allow-origin', '*').header('cache-control', 'public, max-age=60')

const send = (reply: FastifyReply, body: object) =>
  reply.header('content-type', 'application/json').send(JSON.stringify(body))
