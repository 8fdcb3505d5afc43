import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiRefused } from '#ground/api/errors.ts'
import type { Statuses } from '#ground/api/statuses.ts'
import { takeJsonBodies } from '#ground/base/json/body.ts'

const MAX_BODY_BYTES = 256 * 1024

/**
 * Take bodies as JSON and nothing else, and answer for addresses that no route has.
 *
 * @param all Patterns of all addresses of this API.
 */
export function readJsonOnly(api: FastifyInstance, all: readonly string[]): void {
  takeJsonBodies(api, { bodyLimit: MAX_BODY_BYTES, keepsDigits: () => true }) // body with a run's inputs
  // Without it the app's page would answer: it has a route for everything.
  for (const url of all)
    api.all(url, { config: { statuses: UNKNOWN }, onRequest: refuseUnknown }, refuseUnknown)
}

const UNKNOWN: Statuses = { 404: ['not_found'], 405: ['method_not_allowed'] }

const refuseUnknown = async (request: FastifyRequest, reply: FastifyReply): Promise<never> => {
  throw unknownAddress(request, reply, 'in the Console API')
}

/** The refusal of a request that no route takes: of its path, or only of its method. */
export function unknownAddress(
  { method, url }: FastifyRequest,
  reply: FastifyReply,
  where: string,
): ApiRefused {
  const path = url.split('?')[0]!.slice(0, 200)
  const allow = reply.getHeader('allow')
  return allow
    ? new ApiRefused('method_not_allowed', `${path} takes ${String(allow)}, not ${method}.`)
    : new ApiRefused('not_found', `There is no ${method} ${path} ${where}.`)
}
