import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ConsoleApp, ConsoleCaller } from './console-app.ts'
import type { DeclaredRoute } from './declared-route.ts'

/** Services of the Console for addresses beside its API. */
export interface Portal {
  /**
   * JSON routes like those of the Console API, and described with them. Their paths begin with `/api`.
   *
   * @param app Their own server instance, at the base of their contracts, such as `/portal/artifacts`.
   * @param unknown The route for all other addresses there.
   */
  api(app: FastifyInstance, unknown: DeclaredRoute): ConsoleApp
  /**
   * The caller of a request: not blocked, from our own pages for changes, and within the rate limit.
   *
   * @throws Refused
   */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<ConsoleCaller>
  /** @throws Refused `rate_limited`, with `Retry-After` on the answer, when there are seconds to wait. */
  checkRate(waitSeconds: number, reply: FastifyReply): void
  /** Sends a page of the Console app; by default the page for the request's address. */
  sendPage(request: FastifyRequest, reply: FastifyReply, name?: string): Promise<FastifyReply>
}

/** A part of the product that has addresses of its own below `/portal`, beside the Console API. */
export interface PortalFeature {
  /** Put routes below `/portal`. A `Refused` that they throw is answered like the Console API's. */
  routes(app: FastifyInstance, portal: Portal): void
}
