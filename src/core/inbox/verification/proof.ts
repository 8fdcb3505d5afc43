import type { HeaderValues } from './headers.ts'

export interface Claim {
  headers: HeaderValues
  query: URLSearchParams
  /** Possible public addresses of the request, with path and query as sent. */
  urls?: readonly string[]
}

export interface Proof {
  /** False if the headers alone prove the sender. */
  readonly coversBody: boolean
  /** Null if the signature does not cover the delivery id. Available after the call of `holds`. */
  readonly signedId: string | null
  /**
   * Seconds beyond the tolerance, negative for the future. Null unless the signature is valid and only its time is
   * wrong.
   */
  readonly lateByS: number | null
  /** True if the credentials were in the body instead of a header. */
  readonly isInBody?: boolean
  update(piece: Uint8Array): void
  /** Call once, after the last piece. */
  holds(nowMs: number): boolean
}

export interface Verification {
  /** Null if the headers are invalid; the request is then refused before its body is read. */
  begin(claim: Claim): Proof | null
  /** True for valid and invalid credentials of this kind. */
  hasProof(claim: Claim): boolean
}
