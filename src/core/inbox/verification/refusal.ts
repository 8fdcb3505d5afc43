import { KNOWN_PROOF_HEADERS } from '../endpoints/senders.ts'
import type { Claim, Proof, Verification } from './proof.ts'

/** Shown to the operator, never to the sender. */
export type VerificationRefusal =
  | { why: 'no-proof' }
  /**
   * The request has credentials of another kind. `headers` names the headers with credentials, and `?token` stands
   * for the query parameter `token`.
   */
  | { why: 'other-proof'; headers: readonly string[] }
  /** The signature is valid, but its time is this many seconds beyond the tolerance. */
  | { why: 'too-old' | 'too-early'; seconds: number }
  | { why: 'mismatch' }

/** A delivery to a test address with a body that the receiver does not read. */
export interface UnreadableBody {
  why: 'too-large' | 'unsupported'
}

/** Contains no header values, which may be secrets. */
export function explainVerificationRefusal(
  verifications: readonly Verification[],
  claim: Claim,
  proofs: readonly Pick<Proof, 'lateByS' | 'isInBody'>[],
): VerificationRefusal {
  const late = proofs.find(({ lateByS }) => lateByS !== null)?.lateByS ?? null
  if (late !== null) return { why: late > 0 ? 'too-old' : 'too-early', seconds: Math.abs(late) }
  const isGiven = verifications.some((one) => one.hasProof(claim)) || proofs.some((proof) => proof.isInBody)
  if (isGiven) return { why: 'mismatch' }
  const headers = [
    ...KNOWN_PROOF_HEADERS.filter((name) => claim.headers(name).length > 0),
    ...(claim.query.has('token') ? ['?token'] : []),
  ]
  return headers.length > 0 ? { why: 'other-proof', headers } : { why: 'no-proof' }
}

export function describeVerificationRefusal({
  why,
  headers = [],
  seconds = null,
}: {
  why: VerificationRefusal['why'] | UnreadableBody['why']
  headers?: readonly string[]
  seconds?: number | null
}): string {
  if (why === 'no-proof') return 'it had no proof'
  if (why === 'other-proof') return `it had a proof of another kind (${headers.join(', ')})`
  if (why === 'too-large') return 'its body was too large'
  if (why === 'unsupported') return 'its content encoding is not supported'
  if (why === 'mismatch') return 'its proof did not match the secret'
  return `its time was too ${why === 'too-old' ? 'old' : 'early'} by ${seconds} s`
}
