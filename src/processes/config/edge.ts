import { z } from 'zod'
import { flag, list, parseEnvironment, type Environment } from '#ground/base/environment.ts'
import { isNetwork } from '#surfaces/edge/client-address.ts'

export const EdgeVariables = z.object({
  SVC_LOCK_CHATAPP_ACCESS_UI: flag(false).describe('Refuse writes to the group admin API of the web chat'),
  SVC_CHATAPP_LOCKED_PREFIXES: list()
    .pipe(z.array(z.string().startsWith('/', 'expected paths that begin with /')))
    .optional()
    .describe('Path prefixes locked in place of the default group prefix'),
  SVC_TRUSTED_PROXIES: list()
    .pipe(z.array(z.string().refine(isNetwork, 'expected addresses and networks such as 10.0.0.0/8')))
    .default([])
    .describe(
      'Addresses and networks of the proxies before the edge whose `X-Forwarded-For` says who sent a request',
    ),
  SVC_HIDE_CHATAPP_USERS: flag(false).describe('Hide the web chat’s user administration'),
})

export interface EdgeConfig {
  /** Path prefixes below which the web chat refuses changes; none without the lock. */
  lockedPrefixes: readonly string[]
  /** Addresses and networks of proxies that say truly whom they forward for. */
  trustedProxies: readonly string[]
}

export function readEdgeConfig(environment: Environment): EdgeConfig {
  const env = parseEnvironment(EdgeVariables, environment)
  return {
    lockedPrefixes: env.SVC_LOCK_CHATAPP_ACCESS_UI
      ? (env.SVC_CHATAPP_LOCKED_PREFIXES ?? ['/api/v1/groups'])
      : [],
    trustedProxies: env.SVC_TRUSTED_PROXIES,
  }
}
