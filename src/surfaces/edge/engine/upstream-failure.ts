export const FAILURES = {
  /** The upstream or its connection was closed before the request; nothing was sent. */
  closed: 'EDGE_UPSTREAM_CLOSED',
  notConnected: 'EDGE_CONNECT_TIMEOUT',
  ended: 'EDGE_UPSTREAM_ENDED',
  silent: 'EDGE_UPSTREAM_SILENT',
  /** The response is ambiguous: other parsers could read it differently. */
  malformed: 'EDGE_BAD_ANSWER',
} as const

export interface UpstreamFailure extends Error {
  code: string
  hadBegun: boolean
}

export const upstreamFailure = (code: string, hadBegun = false): UpstreamFailure =>
  Object.assign(new Error(`the upstream sent no complete answer: ${code}`), { code, hadBegun })
