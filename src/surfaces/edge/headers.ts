/** Header prefixes that only our own processes may send. In lower case, with their dash at the end. */
export const OUR_PREFIXES: readonly string[] = ['x-svc-', 'x-chatapp-', 'x-openwebui-']

/**
 * The same with the family in which this web chat names people. The usual families stay among them: whoever sets another
 * one later must not have believed those until then.
 *
 * @param family Such as `X-ChatApp`.
 */
export const prefixesWith = (family: string): readonly string[] => [
  ...new Set([...OUR_PREFIXES, `${canonical(family)}-`]),
]

/** What the edge tells an upstream about the request it passes on. */
export interface Forwarding {
  /** Header prefixes to remove, such as `x-svc-`. */
  stripPrefixes: readonly string[]
  /** The client's address. */
  address: string
  /** `Host` as the client sent it; null on HTTP/1.0 without one. */
  host: string | null
  protocol: 'http' | 'https'
  /** Makes an id for a request that came without one; null leaves it without. */
  newRequestId: (() => string) | null
  /** Trace context in place of the client's; without it the client's own passes. */
  traceparent?: string | null
}

/**
 * Headers for the upstream: without what belongs to the client's connection, what only we may say, and what a proxy
 * before us claims; with our own word about the client. Trailers are not forwarded at all.
 *
 * @param raw Alternating names and values, as sent.
 * Source: service specification 1.0.1, "Edge forwarding", rule 2; RFC 9110, 7.6.1.
 */
export function requestHeaders(raw: readonly string[], forwarding: Forwarding): string[] {
  const named = namedInConnection(raw)
  const kept: string[] = []
  let hasRequestId = false
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]!
    if (named === null && isFarFromOurs(name, forwarding.stripPrefixes)) {
      kept.push(name, raw[index + 1]!)
      continue
    }
    const key = canonical(name)
    if (HOP_BY_HOP.has(key) || named?.has(key) || isForUsToSay(key, forwarding.stripPrefixes)) continue
    if (forwarding.traceparent && key === 'traceparent') continue
    hasRequestId ||= key === 'x-request-id'
    kept.push(name, raw[index + 1]!)
  }
  kept.push('X-Forwarded-For', forwarding.address, 'X-Forwarded-Proto', forwarding.protocol)
  if (forwarding.host !== null) kept.push('X-Forwarded-Host', forwarding.host)
  if (forwarding.traceparent) kept.push('traceparent', forwarding.traceparent)
  if (!hasRequestId && forwarding.newRequestId) kept.push('X-Request-Id', forwarding.newRequestId())
  return kept
}

/** Headers for the client: the upstream's, without what belongs to the upstream's connection. Pure. */
export function responseHeaders(raw: readonly string[], status: number): string[] {
  const named = namedInConnection(raw)
  const kept: string[] = []
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]!
    if (named !== null || !isFarFromOurs(name, [])) {
      const key = name.toLowerCase()
      if (HOP_BY_HOP.has(key) || named?.has(key)) continue
      if (key === 'content-length' && HAS_NO_LENGTH.has(status)) continue
    }
    kept.push(name, raw[index + 1]!)
  }
  return kept
}

/** Source: RFC 9110, 8.6. */
const HAS_NO_LENGTH: ReadonlySet<number> = new Set([101, 204])

/** Most names can be told by their first letter from all that are looked at more closely. */
function isFarFromOurs(name: string, prefixes: readonly string[]): boolean {
  const letter = name.charCodeAt(0) | 0x20
  if (FIRST_LETTERS.has(letter)) return false
  for (const prefix of prefixes) if (prefix.charCodeAt(0) === letter) return false
  return true
}

/** Gateways for scripts fold `-` and `_` together, so we compare them folded. */
const canonical = (name: string): string => {
  const lower = name.toLowerCase()
  return lower.includes('_') ? lower.replaceAll('_', '-') : lower
}

const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

const isForUsToSay = (key: string, prefixes: readonly string[]): boolean => {
  if (SAID_BY_US.has(key) || key.startsWith(FORWARDED_PREFIX)) return true
  for (const prefix of prefixes) if (key.startsWith(prefix)) return true
  return false
}

/** `Expect` is answered here, when the upstream begins to take the body. */
const SAID_BY_US: ReadonlySet<string> = new Set(['expect', 'forwarded', 'x-real-ip'])
const FORWARDED_PREFIX = 'x-forwarded-'

const FIRST_LETTERS: ReadonlySet<number> = new Set(
  [...HOP_BY_HOP, ...SAID_BY_US, FORWARDED_PREFIX, 'traceparent'].map((name) => name.charCodeAt(0)),
)

/**
 * Headers that a `Connection` list takes along; null when it names none. `Host` stays whatever it says, and so does the
 * length: without it the other side would take a body for the next message.
 */
function namedInConnection(raw: readonly string[]): Set<string> | null {
  let named: Set<string> | null = null
  for (let index = 0; index < raw.length; index += 2) {
    if (raw[index]!.length !== 10 || raw[index]!.toLowerCase() !== 'connection') continue
    if (raw[index + 1] === 'keep-alive' || raw[index + 1] === 'close') continue
    named ??= new Set()
    for (const option of raw[index + 1]!.split(',')) named.add(canonical(option.trim()))
  }
  named?.delete('host')
  named?.delete('content-length')
  return named
}
