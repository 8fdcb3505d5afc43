import { routesBelow, type ApiRoute, type RouteFacts } from '#ground/api/contract.ts'

/**
 * Permitted callers: `open` and `optional` everyone (`optional` resolves a signed-in person), `any` all accounts
 * including `pending`, `verified` the roles `user` and `admin`, `admin` administrators.
 */
export type Level = 'open' | 'optional' | 'any' | 'verified' | 'admin'

export interface ChatFacts extends RouteFacts {
  level: Level
  /** Second address for older clients. */
  alsoAt?: `/${string}`
  /**
   * The handler sends its own response: the content of a file, a redirect, the response of an agent's server, or a
   * notice to an identity provider.
   */
  raw?: 'file' | 'redirect' | 'relayed' | 'notice'
}

export type ChatRoute = ApiRoute<ChatFacts>

/** A route of the web chat's API. Undeclared fields are ignored, because many clients send some. */
export const chatRoute = routesBelow<ChatFacts>('')
