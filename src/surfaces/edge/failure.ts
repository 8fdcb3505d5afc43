import type { Refusal } from './refusal.ts'
import { CLOSED, RESET } from './upstream.ts'

/** What a failed forward means for the client. */
export interface Failure {
  refusal: Refusal
  /** The connection was lost before any answer, as a kept connection is when its server restarts. */
  connectionLost: boolean
  /** Nobody took the connection, or it was no longer wanted: nothing was said, so another may be asked the same. */
  nothingSaid: boolean
}

/** Read the error that the upstream client gave. Pure. */
export function failureOf(error: Error): Failure {
  const code = (error as NodeJS.ErrnoException).code ?? ''
  return {
    refusal: REFUSAL_BY_CODE[code] ?? 'upstream_failed',
    connectionLost: CONNECTION_LOST.has(code),
    nothingSaid: NOTHING_SAID.has(code),
  }
}

/** The second is of an upstream that was taken off the list of Hubs before it was asked. */
const NOTHING_SAID: ReadonlySet<string> = new Set(['ECONNREFUSED', CLOSED])

const CONNECTION_LOST: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', RESET, 'EPIPE'])

const REFUSAL_BY_CODE: Readonly<Record<string, Refusal>> = {
  ECONNREFUSED: 'upstream_unreachable',
  [CLOSED]: 'upstream_unreachable',
  EHOSTUNREACH: 'upstream_unreachable',
  ENETUNREACH: 'upstream_unreachable',
  ENOTFOUND: 'upstream_unreachable',
  EAI_AGAIN: 'upstream_unreachable',
  ETIMEDOUT: 'upstream_unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'upstream_unreachable',
  UND_ERR_HEADERS_TIMEOUT: 'upstream_timeout',
  UND_ERR_BODY_TIMEOUT: 'upstream_timeout',
  UND_ERR_INVALID_ARG: 'bad_header',
  UND_ERR_NOT_SUPPORTED: 'bad_header',
}
