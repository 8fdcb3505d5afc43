import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ConsoleApp, ConsoleCaller } from './route.ts'

/** What the Console lends to addresses beside its API. */
export interface Portal {
  /**
   * JSON routes like those of the Console API, and described with them. Their paths begin with `/api`.
   *
   * @param app   Where they go: the address `/portal<section>`, by an instance of their own.
   * @param place Their heading, and where the part's addresses begin below `/portal`, such as `/artifacts`.
   */
  api(app: FastifyInstance, place: { feature: string; section: string }): ConsoleApp
  /**
   * Who sends a request: not blocked, from our own pages where something changes, and not too often.
   *
   * @throws Refused
   */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<ConsoleCaller>
  /** @throws Refused `rate_limited`, with `Retry-After` on the answer, when there are seconds to wait. */
  checkRate(waitSeconds: number, reply: FastifyReply): void
  /** Answer with a page of the Console app; by default the one that shows whatever the address names. */
  sendPage(request: FastifyRequest, reply: FastifyReply, name?: string): Promise<FastifyReply>
}

/** A part of the product that has addresses of its own below `/portal`, beside the Console API. */
export interface PortalFeature {
  /** Put routes below `/portal`. A `Refused` that they throw is answered like the Console API's. */
  routes(app: FastifyInstance, portal: Portal): void
}
