import { routesBelow, type ApiRoute, type RouteFacts } from '#ground/api/contract.ts'

/**
 * Who may call a route: everybody (`optional` knows the signed-in person), anybody with an account, including
 * `pending`, those with the role `user` or `admin`, or only the latter.
 */
export type Level = 'open' | 'optional' | 'any' | 'verified' | 'admin'

export interface ChatFacts extends RouteFacts {
  level: Level
  /** A second address of it, which older clients know. */
  alsoAt?: `/${string}`
  /**
   * Set where the handler may send its own answer: the bytes of a file, a redirect, the answer of an agent’s server, or a text to an
   * identity provider.
   */
  raw?: 'file' | 'redirect' | 'relayed' | 'notice'
}

export type ChatRoute = ApiRoute<ChatFacts>

/**
 * A route of the web chat's API. Undeclared fields may be sent and are ignored, since many kinds of clients
 * send some.
 */
export const chatRoute = routesBelow<ChatFacts>('')
