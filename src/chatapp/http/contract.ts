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
  /** It may answer by itself: with bytes, with another address, or with what somebody else says. */
  isRaw?: true
}

export type ChatRoute = Route<ChatFacts>

/** A route of the web chat's API. What it does not declare may be sent and is not looked at, as clients of many kinds do. */
export const route = routesBelow<ChatFacts>('')
