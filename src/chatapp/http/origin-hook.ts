import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isSameOrigin, originOf } from '#identity/same-origin.ts'
import { credentialOf } from '../sessions/credential.ts'
import { Refused } from './refused.ts'

/** Refuse changes that another site makes a person's browser ask for. */
export function refuseForeignOrigins(
  app: FastifyInstance,
  ownOrigins: (request: FastifyRequest) => string[],
): void {
  app.addHook('onRequest', async (request) => {
    const credential = credentialOf(request.headers)
    const isOwn = isSameOrigin({
      method: request.method,
      origin: request.headers.origin,
      referer: request.headers.referer,
      fetchSite: request.headers['sec-fetch-site'],
      byCookie: credential?.from === 'cookie',
      byHeader: credential !== null && credential.from !== 'cookie',
      own: ownOrigins(request),
    })
    if (!isOwn) throw new Refused('cross_origin')
  })
}

/** Origins under which people reach us: the one the edge reports for this request, and the configured one. */
export function forwardedOrigins(request: FastifyRequest, publicUrl: string | null): string[] {
  const configured = publicUrl === null ? null : originOf(publicUrl)
  return [`${request.protocol}://${request.host}`, ...(configured === null ? [] : [configured])]
}

/**
 * `http` or `https` as people use it. A reverse proxy that ends TLS in front of the edge is known by the configured
 * address alone.
 */
export function schemeOf(request: FastifyRequest, publicUrl: string | null): string {
  const configured = publicUrl === null ? null : new URL(publicUrl)
  return configured !== null && configured.host === request.host
    ? configured.protocol.slice(0, -1)
    : request.protocol
}
