import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ConsoleApp, ConsoleCaller } from './console-app.ts'
import type { DeclaredRoute } from './declared-route.ts'

export interface Portal {
  api(app: FastifyInstance, unknown: DeclaredRoute): ConsoleApp
  /** Checks session, block, rate limit and, for changes, the request's origin. @throws ApiRefused */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<ConsoleCaller>
  /** @throws ApiRefused `rate_limited` with header `Retry-After` if `waitSeconds` is above 0. */
  checkRate(waitSeconds: number, reply: FastifyReply): void
  sendPage(request: FastifyRequest, reply: FastifyReply, name?: string): Promise<FastifyReply>
}

export interface PortalFeature {
  routes(app: FastifyInstance, portal: Portal): void
}
