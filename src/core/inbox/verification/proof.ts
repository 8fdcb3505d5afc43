import type { HeaderValues } from './headers.ts'

/** A request before its body is read. */
export interface Claim {
  headers: HeaderValues
  query: URLSearchParams
  /** Possible public addresses of the request, with path and query as sent. */
  urls?: readonly string[]
}

/** Credentials of one request, verified while its body is read. */
export interface Proof {
  /** False if the headers alone prove the sender. */
  readonly coversBody: boolean
  /** Delivery id that the proof covers; null without one. Available after `holds`. */
  readonly signedId: string | null
  /**
   * Seconds beyond the tolerance if only the time is wrong, negative for a time in the future. Null in all other
   * cases.
   */
  readonly lateByS: number | null
  /** True if the credentials were in the body instead of a header. */
  readonly isInBody?: boolean
  update(piece: Uint8Array): void
  /** Call once, after the last piece. */
  holds(nowMs: number): boolean
}

export interface Verification {
  /** Null when the headers cannot be valid: the request is then refused before its body is read. */
  begin(claim: Claim): Proof | null
  /** True for valid and invalid credentials of this kind. */
  hasProof(claim: Claim): boolean
}
