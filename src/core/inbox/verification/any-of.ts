import type { Proof, Verification } from './proof.ts'

export const eitherOf = (verifications: readonly Verification[]): Verification => ({
  hasProof: (claim) => verifications.some((one) => one.hasProof(claim)),
  begin(claim) {
    const proofs = verifications.flatMap((one) => one.begin(claim) ?? [])
    return (
      proofs.find(({ coversBody }) => !coversBody) ??
      (proofs.length > 1 ? anyOf(proofs) : (proofs[0] ?? null))
    )
  },
})

function anyOf(proofs: readonly Proof[]): Proof {
  let right: Proof | null = null
  return {
    coversBody: true,
    get signedId() {
      return right?.signedId ?? null
    },
    get lateByS() {
      return right ? null : (proofs.find(({ lateByS }) => lateByS !== null)?.lateByS ?? null)
    },
    update(piece) {
      for (const proof of proofs) proof.update(piece)
    },
    holds(nowMs) {
      right = proofs.find((proof) => proof.holds(nowMs)) ?? null
      return right !== null
    },
  }
}
