import { z } from 'zod'
import { routesBelow, type ApiRoute, type RouteFacts } from '#ground/api/contract.ts'

/**
 * Permitted callers of a route. `open`: everyone. `optional`: everyone; the handler gets the account of a signed-in
 * person. `any`: all accounts, including `pending`. `verified`: the roles `user` and `admin`.
 */
export type Level = 'open' | 'optional' | 'any' | 'verified' | 'admin'

export interface ChatFacts extends RouteFacts {
  level: Level
  /** Second address of the route, for older clients. */
  alsoAt?: `/${string}`
  /**
   * The handler itself writes the response: a file, a redirect, an agent's response, or the response to a logout
   * request from an identity provider.
   */
  raw?: 'file' | 'redirect' | 'relayed' | 'notice'
}

export type ChatRoute = ApiRoute<ChatFacts>

/** Routes ignore request fields that their contract does not declare, because many clients send such fields. */
export const chatRoute = routesBelow<ChatFacts>('')

export const FIXED = { level: 'admin', refusals: ['setting_fixed'], body: z.looseObject({}) } as const
