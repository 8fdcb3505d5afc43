import { resolve } from 'node:path'
import { z } from 'zod'
import {
  BadConfiguration,
  flag,
  listVariable,
  parseEnvironment,
  wholeVariable,
  type Environment,
} from '#ground/base/environment.ts'
import { isNetwork } from '#surfaces/edge/client-address.ts'

export const EdgeVariables = z.object({
  SVC_LOCK_CHATAPP_ACCESS_UI: flag(false).describe('Refuse changes to groups in the web chat'),
  SVC_CHATAPP_LOCKED_PREFIXES: listVariable()
    .pipe(z.array(z.string().startsWith('/', 'expected paths that begin with /')))
    .optional()
    .describe(
      'Path prefixes below which `SVC_LOCK_CHATAPP_ACCESS_UI` refuses changes; default `/api/v1/groups`',
    ),
  SVC_TRUSTED_PROXIES: listVariable()
    .pipe(z.array(z.string().refine(isNetwork, 'expected addresses and networks such as 10.0.0.0/8')))
    .default([])
    .describe('Addresses and networks of proxies whose `X-Forwarded-For` is trusted'),
  SVC_TLS_CERT_FILE: z.string().optional().describe('PEM file of the edge’s certificate with its chain'),
  SVC_TLS_KEY_FILE: z.string().optional().describe('PEM file of the edge certificate’s private key'),
  SVC_EDGE_HEALTH_PORT: wholeVariable({ max: 65_535 })
    .optional()
    .describe('Loopback port of `/healthz` and `/readyz` for load balancers'),
  SVC_HIDE_CHATAPP_USERS: flag(false).describe('Hide the web chat’s user administration'),
})

export interface EdgeConfig {
  lockedPrefixes: readonly string[]
  hidesUsers: boolean
  trustedProxies: readonly string[]
  healthPort: number | null
  /** If null, the edge uses plain HTTP. */
  certificate: { cert: string; key: string } | null
}

export function readEdgeConfig(environment: Environment): EdgeConfig {
  const env = parseEnvironment(EdgeVariables, environment)
  if (Number(environment['SVC_EDGE_WORKERS']) > 1 && environment['SVC_EDGE_METRICS_PORT'])
    throw bad('SVC_EDGE_METRICS_PORT', 'counts one process; remove it, or set SVC_EDGE_WORKERS=1')
  return {
    lockedPrefixes: env.SVC_LOCK_CHATAPP_ACCESS_UI
      ? (env.SVC_CHATAPP_LOCKED_PREFIXES ?? ['/api/v1/groups'])
      : [],
    healthPort: env.SVC_EDGE_HEALTH_PORT ?? null,
    hidesUsers: env.SVC_HIDE_CHATAPP_USERS,
    trustedProxies: env.SVC_TRUSTED_PROXIES,
    certificate: certificateIn(env, environment['SVC_PUBLIC_URL']),
  }
}

export const groupsLockVariable = (environment: Environment): string | null => {
  const lock = EdgeVariables.pick({ SVC_LOCK_CHATAPP_ACCESS_UI: true })
  return parseEnvironment(lock, environment).SVC_LOCK_CHATAPP_ACCESS_UI ? 'SVC_LOCK_CHATAPP_ACCESS_UI' : null
}

/** TLS requires a public address, because pages, cookies and links use its scheme. */
function certificateIn(
  { SVC_TLS_CERT_FILE: cert, SVC_TLS_KEY_FILE: key }: z.infer<typeof EdgeVariables>,
  publicUrl: string | undefined,
): EdgeConfig['certificate'] {
  if (cert === undefined && key === undefined) return null
  if (cert === undefined || key === undefined)
    throw bad(cert ? 'SVC_TLS_KEY_FILE' : 'SVC_TLS_CERT_FILE', 'is missing; a certificate needs its key')
  if (!publicUrl?.startsWith('https://'))
    throw bad('SVC_PUBLIC_URL', 'expected the https address that the certificate of SVC_TLS_CERT_FILE is for')
  return { cert: resolve(cert), key: resolve(key) }
}

const bad = (variable: string, message: string) => new BadConfiguration([{ variable, message }])
