import type { HeaderValues } from './headers.ts'

/** A request before its body is read. */
export interface Claim {
  headers: HeaderValues
  query: URLSearchParams
  /** Possible public addresses of the request, with path and query as sent. */
  urls?: readonly string[]
}

export interface Proof {
  /** False if the headers alone prove the sender. */
  readonly coversBody: boolean
  /** Delivery id if the signature covers it, otherwise null. Available after the call of `holds`. */
  readonly signedId: string | null
  /**
   * If the signature is valid but its timestamp is not, the number of seconds beyond the tolerance; negative for a
   * time in the future. Otherwise null.
   */
  readonly lateByS: number | null
  /** True if the credentials were in the body instead of a header. */
  readonly isInBody?: boolean
  update(piece: Uint8Array): void
  /** Call once, after the last piece. */
  holds(nowMs: number): boolean
}

export interface Verification {
  /**
   * Starts to verify a request. Returns null if its headers are invalid; the request is then refused before its body
   * is read.
   */
  begin(claim: Claim): Proof | null
  /** True for valid and invalid credentials of this kind. */
  hasProof(claim: Claim): boolean
}
