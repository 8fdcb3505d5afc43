import type { IncomingMessage } from 'node:http'
import type { Clock } from '#ground/base/clock.ts'
import { readReceivedBody } from './body.ts'
import { headerValues, type HeaderValues } from '#core/inbox/verification/headers.ts'
import type { Proof, Verification } from '#core/inbox/verification/proof.ts'
import { explainVerificationRefusal, type VerificationRefusal } from '#core/inbox/verification/refusal.ts'

export interface VerifiedRequest {
  headers: HeaderValues
  body: Buffer
  /** Null if the signature covers no delivery id. */
  signedId: string | null
}

export type UnacceptedRequest = 'forbidden' | 'wrong-method' | 'too-large' | 'broken-off'

export interface VerifyDeps {
  verifications: readonly Verification[]
  maxBytes: number
  /** Absent if no signature covers the address. */
  urlsOf?(request: IncomingMessage): readonly string[]
  clock: Pick<Clock, 'now'>
  onRefusal?(refusal: VerificationRefusal): void
}

/** Unverified senders get `forbidden`, which reveals neither allowed methods nor sizes. */
export async function verifyInboundRequest(
  { verifications, maxBytes, urlsOf, clock, onRefusal }: VerifyDeps,
  request: IncomingMessage,
  query: URLSearchParams,
): Promise<VerifiedRequest | UnacceptedRequest> {
  const headers = headerValues(request)
  const claim = { headers, query, urls: urlsOf?.(request) ?? [] }
  const proofs = verifications.map((one) => one.begin(claim)).filter((proof) => proof !== null)
  const forbidden = (): UnacceptedRequest => {
    onRefusal?.(explainVerificationRefusal(verifications, claim, proofs))
    return 'forbidden'
  }
  if (proofs.length === 0) return forbidden()
  const isPost = request.method === 'POST'
  const isVerifiedByHeaders = proofs.some(({ coversBody }) => !coversBody)
  if (isVerifiedByHeaders && !isPost) return 'wrong-method'
  const body = await readReceivedBody(request, {
    maxBytes,
    proof: isVerifiedByHeaders ? null : together(proofs),
  })
  if (body === 'broken-off') return body
  const proof = proofs.find((one) => one.holds(clock.now()))
  if (!proof) return forbidden()
  if (!isPost) return 'wrong-method'
  if (body === 'too-large') return body
  return { headers, body: body.bytes, signedId: proof.signedId }
}

const together = (proofs: readonly Proof[]): Pick<Proof, 'update'> => ({
  update(piece) {
    for (const proof of proofs) proof.update(piece)
  },
})
