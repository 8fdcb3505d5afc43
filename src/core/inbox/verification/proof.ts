import type { HeaderValues } from './headers.ts'

/** A request before its body is read. */
export interface Claim {
  headers: HeaderValues
  query: URLSearchParams
  /** Possible public addresses of the request, with path and query as sent. */
  urls?: readonly string[]
}

/** The credentials of one request, verified while its body is read. */
export interface Proof {
  /** True if the result depends on the body; false if the headers alone have proved the sender. */
  readonly coversBody: boolean
  /** The delivery id that the proof covers; null without one. Available after `holds`. */
  readonly signedId: string | null
  /**
   * If only the time made the proof fail: seconds beyond the tolerance, negative for a time in the future; else null.
   */
  readonly lateByS: number | null
  /** True if the body contained credentials, where no header has any. */
  readonly isInBody?: boolean
  update(piece: Uint8Array): void
  /** True if the proof is valid for the received bytes. Call once, after the last piece. */
  holds(nowMs: number): boolean
}

export interface Verification {
  /** Null when the headers cannot be valid: the request is then refused before its body is read. */
  begin(claim: Claim): Proof | null
  /** True if a request has credentials of this kind, valid or not. */
  hasProof(claim: Claim): boolean
}
