import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ConsoleApp, ConsoleCaller } from './console-app.ts'
import type { DeclaredRoute } from './declared-route.ts'

export interface Portal {
  /**
   * Registers JSON routes below `/api`. The server checks and describes them like the routes of the Console API.
   * @param app Server instance at the base of the contracts, such as `/portal/artifacts`.
   * @param unknown Route for all other paths below that base.
   */
  api(app: FastifyInstance, unknown: DeclaredRoute): ConsoleApp
  /** Checks session, block, rate limit and, for changes, the request's origin. @throws ApiRefused */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<ConsoleCaller>
  /** @throws ApiRefused `rate_limited` with header `Retry-After` if `waitSeconds` is above 0. */
  checkRate(waitSeconds: number, reply: FastifyReply): void
  /** Sends a page of the Console app; default: the page of the request's path. */
  sendPage(request: FastifyRequest, reply: FastifyReply, name?: string): Promise<FastifyReply>
}

export interface PortalFeature {
  /**
   * Registers routes below `/portal`. If such a route throws `ApiRefused`, the Console API's error handler sends it.
   */
  routes(app: FastifyInstance, portal: Portal): void
}
