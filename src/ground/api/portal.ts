import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ConsoleApp, ConsoleCaller } from './console-app.ts'
import type { DeclaredRoute } from './declared-route.ts'

/** Services of the Console for routes of features outside the Console API. */
export interface Portal {
  /**
   * Registers JSON routes with the checks and the description of the Console API. Their paths begin with `/api`.
   *
   * @param app Server instance at the base of the contracts, such as `/portal/artifacts`.
   * @param unknown Route for all other paths below that base.
   */
  api(app: FastifyInstance, unknown: DeclaredRoute): ConsoleApp
  /**
   * Authenticates the caller. Checks for a block, the rate limit and, if the request changes data, its origin.
   *
   * @throws ApiRefused
   */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<ConsoleCaller>
  /** @throws ApiRefused `rate_limited` with header `Retry-After` if `waitSeconds` is above 0. */
  checkRate(waitSeconds: number, reply: FastifyReply): void
  /** Sends a page of the Console app; default: the page of the request's path. */
  sendPage(request: FastifyRequest, reply: FastifyReply, name?: string): Promise<FastifyReply>
}

/** A feature with its own paths below `/portal`. */
export interface PortalFeature {
  /** Registers routes below `/portal`. The Console API's error handler sends an `ApiRefused` that they throw. */
  routes(app: FastifyInstance, portal: Portal): void
}
