import { originOf } from '#ground/base/network/own-address.ts'

/** Inputs of the same-origin rule. */
export interface OriginFacts {
  method: string
  origin: string | undefined
  referer: string | undefined
  fetchSite: string | undefined
  /** The credential was in a cookie: the browser may have sent it without the person's intent. */
  byCookie: boolean
  /** The credential was in a header that no other site can make a browser send. */
  byHeader: boolean
  /** The origin of our pages, such as `https://hub.example.com`; null if unknown. */
  own: string | null
}

/**
 * True if a request may change anything, judged by its origin. `Origin` decides, then `Referer`; with
 * neither, only a request without a cookie passes.
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
