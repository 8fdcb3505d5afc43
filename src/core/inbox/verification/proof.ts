import type { HeaderValues } from './headers.ts'

/** A request before its body is read. */
export interface Claim {
  headers: HeaderValues
  query: URLSearchParams
  /** Public addresses that the request may have been sent to, with path and query as they were sent. */
  urls?: readonly string[]
}

/** One request's proof, judged while its body is read. */
export interface Proof {
  /** Whether the body decides; otherwise it holds already. */
  readonly coversBody: boolean
  /** The delivery id that the proof covers, if it covers one. Known once `holds` was called. */
  readonly signedId: string | null
  /** After a refusal for the time alone: seconds beyond the tolerance, negative for a time in the future; else null. */
  readonly lateByS: number | null
  /** True once a proof was found in the body, where no header shows it. */
  readonly isInBody?: boolean
  /** Receives the body in pieces. */
  update(piece: Uint8Array): void
  /** True if the proof holds for the received bytes. Called once, after the last piece. */
  holds(nowMs: number): boolean
}

export interface Verification {
  /** Null when the request shows nothing that may hold: it is refused before a byte of its body is read. */
  begin(claim: Claim): Proof | null
  /** Whether a request has a proof of this kind at all, right or wrong. */
  hasProof(claim: Claim): boolean
}
