import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { optionsOf, type DeclaredRoute } from '#ground/api/declared-route.ts'
import { ApiRefused } from '#ground/api/errors.ts'
import { takeJsonBodies } from '#ground/base/json/body.ts'

const MAX_BODY_BYTES = 256 * 1024

export function readJsonOnly(api: FastifyInstance, all: readonly DeclaredRoute[]): void {
  takeJsonBodies(api, { bodyLimit: MAX_BODY_BYTES, keepsDigits: () => true }) // keeps all digits of numbers in a run's inputs
  for (const route of all)
    api.route({ ...optionsOf(api, route), onRequest: refuseUnknown, handler: refuseUnknown })
}

const refuseUnknown = async (request: FastifyRequest, reply: FastifyReply): Promise<never> => {
  throw unknownAddress(request, reply, 'in the Console API')
}

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
