import type { HeaderFields, HeaderLines } from './engine/fields.ts'
import { foldName, HeaderNames } from './engine/names.ts'
import { dateLine } from './engine/reply.ts'

/** Header prefixes that only our own processes may send. In lower case, with their dash at the end. */
export const OUR_PREFIXES: readonly string[] = ['x-svc-', 'x-chatapp-', 'x-openwebui-']

/**
 * The same with the header family of this web chat. The usual families stay included: a family configured
 * later must not have been trusted before.
 *
 * @param family Such as `X-ChatApp`.
 */
export const prefixesWith = (family: string): readonly string[] => [
  ...new Set([...OUR_PREFIXES, `${foldName(family)}-`]),
]

/** Headers of a single connection. Source: RFC 9110, 7.6.1. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
] as const

/** `Expect` is answered here, when the upstream begins to take the body. */
const SAID_BY_US = ['expect', 'forwarded', 'x-real-ip'] as const
const FORWARDED_PREFIX = 'x-forwarded-'

/** Request headers that are never forwarded unchanged. @param prefixes As of `prefixesWith`. */
export const namesNotPassed = (prefixes: readonly string[]): HeaderNames =>
  new HeaderNames([...HOP_BY_HOP, ...SAID_BY_US], [FORWARDED_PREFIX, ...prefixes])

/** The edge's own facts about a forwarded request. */
export interface Forwarding {
  notPassed: HeaderNames
  /** The client's address. */
  address: string
  /** `Host` as the client sent it; null on HTTP/1.0 without one. */
  host: string | null
  protocol: 'http' | 'https'
  /** Creates an id for a request without one; null leaves it without. */
  newRequestId: (() => string) | null
  /** Trace context in place of the client's; without it the client's own passes. */
  traceparent?: string | null
}

/**
 * Headers for the upstream. Removes hop-by-hop headers, our reserved headers and a proxy's forwarding
 * headers; adds our own facts about the client. Trailers are not forwarded.
 *
 * Source: service specification 1.0.1, "Edge forwarding", rule 2; RFC 9110, 7.6.1.
 */
export function requestHeaders(fields: HeaderFields, forwarding: Forwarding): HeaderLines {
  const { notPassed, address, host, protocol, newRequestId, traceparent } = forwarding
  const named = namedInConnection(fields)
  const also = traceparent ? new Set(named).add('traceparent') : named
  let lines = fields.linesWithout(notPassed, also)
  lines += `X-Forwarded-For: ${address}\r\nX-Forwarded-Proto: ${protocol}\r\n`
  if (host !== null) lines += `X-Forwarded-Host: ${host}\r\n`
  if (traceparent) lines += `traceparent: ${traceparent}\r\n`
  const hasId = fields.spellings(REQUEST_ID) > 0 && !named?.has(REQUEST_ID)
  if (!hasId && newRequestId) lines += `X-Request-Id: ${newRequestId()}\r\n`
  return lines
}

const REQUEST_ID = 'x-request-id'

/** Headers for the client: the upstream's, without what belongs to the upstream's connection. Pure but for the date. */
export function responseHeaders(fields: HeaderFields, status: number): HeaderLines {
  const names = HAS_NO_LENGTH.has(status) ? OF_NO_BODY : OF_UPSTREAM
  const lines = fields.linesWithout(names, namedInConnection(fields))
  return status === 101 || fields.spellings('date') > 0 ? lines : lines + dateLine()
}

/** Source: RFC 9110, 8.6. */
const HAS_NO_LENGTH: ReadonlySet<number> = new Set([101, 204])

const OF_UPSTREAM = new HeaderNames(HOP_BY_HOP)
const OF_NO_BODY = new HeaderNames([...HOP_BY_HOP, 'content-length'])

/**
 * Headers that a `Connection` list names; null when it names none. `Host` always stays, and so does the
 * length: without it the other side would read a body as the next message.
 */
function namedInConnection(fields: HeaderFields): Set<string> | null {
  let named: Set<string> | null = null
  for (const list of fields.all('connection')) {
    if (list === 'keep-alive' || list === 'close') continue
    named ??= new Set()
    for (const option of list.split(',')) named.add(foldName(option.trim()))
  }
  named?.delete('host')
  named?.delete('content-length')
  return named
}
