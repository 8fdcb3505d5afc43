import type { HeaderFields, HeaderLines } from './engine/fields.ts'
import { foldName, HeaderNames } from './engine/names.ts'
import { dateLine } from './engine/reply.ts'

/** Prefixes of headers that only the service's own processes may send. Lower case with the final dash. */
export const OUR_PREFIXES: readonly string[] = ['x-svc-', 'x-chatapp-', 'x-openwebui-']

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

/** Only the edge sets or handles these headers. */
const EDGE_HEADERS = ['expect', 'forwarded', 'x-real-ip'] as const
const FORWARDED_PREFIX = 'x-forwarded-'

export const namesNotPassed = (prefixes: readonly string[]): HeaderNames =>
  new HeaderNames([...HOP_BY_HOP, ...EDGE_HEADERS], [FORWARDED_PREFIX, ...prefixes])

export interface Forwarding {
  notPassed: HeaderNames
  address: string
  /** `Host` as the client sent it; null for HTTP/1.0 without one. */
  host: string | null
  protocol: 'http' | 'https'
  /** Null: the edge adds no id to a request without an id. */
  newRequestId: (() => string) | null
  /** Replaces the client's trace context. If absent, the client's trace context is forwarded. */
  traceparent?: string | null
}

/** Source: service specification 1.0.1, "Edge forwarding", rule 2; RFC 9110, 7.6.1. */
export function requestHeaders(fields: HeaderFields, forwarding: Forwarding): HeaderLines {
  const { notPassed, address, host, protocol, newRequestId, traceparent } = forwarding
  const named = namedInConnection(fields)
  const also = traceparent ? new Set(named).add('traceparent') : named
  let lines = fields.linesWithout(notPassed, also)
  lines += `X-Forwarded-For: ${address}\r\nX-Forwarded-Proto: ${protocol}\r\n`
  if (host !== null) lines += `X-Forwarded-Host: ${host}\r\n`
  if (traceparent) lines += `traceparent: ${traceparent}\r\n`
  const hasId = fields.countEquivalentLines(REQUEST_ID) > 0 && !named?.has(REQUEST_ID)
  if (!hasId && newRequestId) lines += `X-Request-Id: ${newRequestId()}\r\n`
  return lines
}

const REQUEST_ID = 'x-request-id'

export function responseHeaders(fields: HeaderFields, status: number): HeaderLines {
  const names = HAS_NO_LENGTH.has(status) ? OF_NO_BODY : OF_UPSTREAM
  const lines = fields.linesWithout(names, namedInConnection(fields))
  return status === 101 || fields.countEquivalentLines('date') > 0 ? lines : lines + dateLine()
}

/** Statuses of responses without `Content-Length` (RFC 9110, 8.6). */
const HAS_NO_LENGTH: ReadonlySet<number> = new Set([101, 204])

const OF_UPSTREAM = new HeaderNames(HOP_BY_HOP)
const OF_NO_BODY = new HeaderNames([...HOP_BY_HOP, 'content-length'])

/**
 * A `Connection` header cannot remove `Host` or the length: without a length, the next server would read a body as
 * the next message.
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
