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
  /** Origins people use for this server, such as `https://hub.example.com`. */
  own: readonly string[]
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
  if (origin !== undefined) return own.includes(origin)
  const from = referer === undefined ? null : originOf(referer)
  if (from !== null) return own.includes(from)
  return !byCookie && referer === undefined
}

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The origin of an address in the form of an `Origin` header; null when it is not an address. */
export const originOf = (address: string): string | null => {
  try {
    return new URL(address).origin
  } catch {
    return null
  }
}
