/** Why an upstream gave no whole answer, beside the codes of the system. */
export const FAILURES = {
  /** It is closed for new requests. Nothing was sent. */
  closed: 'EDGE_UPSTREAM_CLOSED',
  notConnected: 'EDGE_CONNECT_TIMEOUT',
  /** It ended the connection before the end of its answer. */
  ended: 'EDGE_UPSTREAM_ENDED',
  silent: 'EDGE_UPSTREAM_SILENT',
  /** The response can be parsed in more than one way. */
  malformed: 'EDGE_BAD_ANSWER',
} as const

export interface UpstreamFailure extends Error {
  code: string
  /** Whether any byte of a response arrived. */
  hadBegun: boolean
}

export const upstreamFailure = (code: string, hadBegun = false): UpstreamFailure =>
  Object.assign(new Error(`the upstream gave no whole answer: ${code}`), { code, hadBegun })
