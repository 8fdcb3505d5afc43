import { createHmac, timingSafeEqual } from 'node:crypto'

export interface BodyCheck {
  update(piece: Uint8Array): void
  matches(signatures: readonly Buffer[], after: string): boolean
}

/** Computes the HMAC while the body arrives, so the body is not buffered. */
export function hmacCheck(
  hash: 'sha1' | 'sha256' | 'sha512',
  keys: readonly Uint8Array[],
  before: string,
): BodyCheck {
  const hmacs = keys.map((key) => createHmac(hash, key).update(before))
  return {
    update(piece) {
      for (const hmac of hmacs) hmac.update(piece)
    },
    matches(signatures, after) {
      const expected = hmacs.map((hmac) => hmac.update(after).digest())
      return signatures.flatMap((one) => expected.map((other) => timingSafeEqual(one, other))).includes(true)
    },
  }
}
