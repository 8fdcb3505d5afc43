/** How senders prove who they are. */
export type VerificationMode = 'secret' | 'hmac' | 'standard'

/** Why a text can't be the secret of an endpoint; null when it can. A key that decodes to nothing would let anybody sign. */
export function secretProblem(mode: VerificationMode, secret: string): string | null {
  const key = mode === 'standard' ? /^whsec_(.*)$/s.exec(secret)?.[1] : undefined
  return key === undefined || BASE64.test(key) ? null : 'expected base64 after whsec_, as the sender shows it'
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=?|[A-Za-z0-9+/]{2}(?:==)?)$/
