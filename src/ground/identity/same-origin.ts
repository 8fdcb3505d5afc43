import { originOf } from '#ground/base/network/own-address.ts'

/** What the same-origin rule looks at. */
export interface OriginFacts {
  method: string
  origin: string | undefined
  referer: string | undefined
  fetchSite: string | undefined
  /** The credential came by cookie: the browser may have sent it without the person meaning to. */
  byCookie: boolean
  /** The credential came in a header that no other site can make a browser send. */
  byHeader: boolean
  /** The origin of our pages, such as `https://hub.example.com`; null when it can't be told. */
  own: string | null
}

/**
 * Whether a request may change anything, judged by where it came from. `Origin` decides, then `Referer`; with neither,
 * only a request without a cookie passes.
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
