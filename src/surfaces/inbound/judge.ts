import type { IncomingMessage } from 'node:http'
import type { Clock } from '#ground/base/clock.ts'
import { readBody } from './body.ts'
import { headerValues, type HeaderValues } from '#core/inbox/verification/headers.ts'
import type { Proof, Verification } from '#core/inbox/verification/proof.ts'
import { refusalOf, type Refusal } from '#core/inbox/verification/refusal.ts'

/** A request whose sender is proven. */
export interface Proven {
  outcome: 'proven'
  headers: HeaderValues
  body: Buffer
  /** The delivery id that the proof covers, if it covers one. */
  signedId: string | null
}

export type Unfit =
  | { outcome: 'forbidden'; refusal: Refusal }
  | { outcome: 'wrong-method' | 'too-large' | 'broken-off' }

export interface JudgeDeps {
  /** Any of them may hold. */
  verifications: readonly Verification[]
  maxBytes: number
  clock: Pick<Clock, 'now'>
}

/**
 * Judge a request: first whether its sender is proven, and only then what it is. Whoever has no proof learns nothing,
 * neither of methods nor of sizes.
 *
 * Source: service specification 1.0.1, "Inbound receiver".
 */
export async function judge(
  { verifications, maxBytes, clock }: JudgeDeps,
  request: IncomingMessage,
  query: URLSearchParams,
): Promise<Proven | Unfit> {
  const headers = headerValues(request)
  const claim = { headers, query }
  const proofs = verifications.map((one) => one.begin(claim)).filter((proof) => proof !== null)
  const forbidden = () =>
    ({ outcome: 'forbidden', refusal: refusalOf(verifications, claim, proofs) }) as const
  if (proofs.length === 0) return forbidden()
  const isPost = request.method === 'POST'
  const isHeld = proofs.some(({ coversBody }) => !coversBody)
  if (isHeld && !isPost) return { outcome: 'wrong-method' }
  const body = await readBody(request, { maxBytes, proof: isHeld ? null : together(proofs) })
  if (body === 'broken-off') return { outcome: body }
  const proof = proofs.find((one) => one.holds(clock.now()))
  if (!proof) return forbidden()
  if (!isPost) return { outcome: 'wrong-method' }
  if (body === 'too-large') return { outcome: body }
  return { outcome: 'proven', headers, body: body.bytes, signedId: proof.signedId }
}

const together = (proofs: readonly Proof[]): Pick<Proof, 'update'> => ({
  update(piece) {
    for (const proof of proofs) proof.update(piece)
  },
})
