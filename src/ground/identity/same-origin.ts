import { originOf } from '#ground/base/network/own-address.ts'

export interface OriginFacts {
  method: string
  origin: string | undefined
  referer: string | undefined
  fetchSite: string | undefined
  /** True if the credential is in a cookie, which browsers also add to requests from other sites. */
  byCookie: boolean
  /** True if the credential is in a header that other sites cannot make a browser send. */
  byHeader: boolean
  own: string | null
}

/**
 * `Origin` decides; if it is missing, `Referer`. If both are missing, only a request without a cookie may change
 * data.
 */
export function isSameOrigin({
  method,
  origin,
  referer,
  fetchSite,
  byCookie,
  byHeader,
  own,
}: OriginFacts): boolean {
  if (SAFE.has(method) || byHeader) return true
  if (fetchSite === 'cross-site') return false
  if (origin !== undefined) return origin === own
  const from = referer === undefined ? null : originOf(referer)
  if (from !== null) return from === own
  return !byCookie && referer === undefined
}

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
