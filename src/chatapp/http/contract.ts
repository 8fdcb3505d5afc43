import { routesBelow, type Route, type RouteFacts } from '#ground/api/contract.ts'

/**
 * Who may call a route: everybody (`optional` knows who is signed in), anybody with an account, `pending` ones included,
 * those with the role `user` or `admin`, or the latter only.
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

export type ChatRoute = Route<ChatFacts>

/** A route of the web chat's API. What it does not declare may be sent and is not looked at, as clients of many kinds do. */
export const route = routesBelow<ChatFacts>('')
