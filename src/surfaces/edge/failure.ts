import type { EdgeRefusal } from './refusal.ts'
import { FAILURES, type UpstreamFailure } from './engine/upstream-failure.ts'

export interface ForwardFailure {
  refusal: EdgeRefusal
  /** The connection was lost before any response, as happens to reused connections when their server restarts. */
  connectionLost: boolean
  /** The server had not read the whole request. */
  isRequestUnread: boolean
  /** The connection was refused or closed before use. No byte was sent, so another upstream may receive the request. */
  isUnsent: boolean
}

export function edgeFailure({ code, hadBegun }: Pick<UpstreamFailure, 'code' | 'hadBegun'>): ForwardFailure {
  return {
    refusal: REFUSAL_BY_CODE[code] ?? 'upstream_failed',
    connectionLost: !hadBegun && CONNECTION_LOST.has(code),
    isRequestUnread: !hadBegun && UNREAD.has(code),
    isUnsent: UNSENT.has(code),
  }
}

const UNSENT: ReadonlySet<string> = new Set(['ECONNREFUSED', FAILURES.closed])

const CONNECTION_LOST: ReadonlySet<string> = new Set([FAILURES.ended, 'ECONNRESET', 'EPIPE'])

/** Codes of a reset connection. The system resets a connection that its server closes with unread bytes. */
const UNREAD: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE'])

const REFUSAL_BY_CODE: Readonly<Record<string, EdgeRefusal>> = {
  ECONNREFUSED: 'upstream_unreachable',
  [FAILURES.closed]: 'upstream_unreachable',
  EHOSTUNREACH: 'upstream_unreachable',
  ENETUNREACH: 'upstream_unreachable',
  ENOTFOUND: 'upstream_unreachable',
  EAI_AGAIN: 'upstream_unreachable',
  ETIMEDOUT: 'upstream_unreachable',
  [FAILURES.notConnected]: 'upstream_unreachable',
  [FAILURES.silent]: 'upstream_timeout',
}
