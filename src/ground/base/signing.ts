import { createHmac, hash, timingSafeEqual } from 'node:crypto'

export const sign = (secret: string, message: string): string =>
  createHmac('sha256', secret).update(message).digest('base64url')

export const verify = (secret: string, message: string, signature: string): boolean =>
  equalSecrets(sign(secret, message), signature)

/** Hashes first, because `timingSafeEqual` throws for different lengths and would reveal them. */
export const equalSecrets = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

/** The returned function lists the secrets that equal the candidate, compared in constant time. */
export function knownSecrets(secrets: readonly string[]): (candidate: string) => string[] {
  const digests = secrets.map(digest)
  return (candidate) => {
    const wanted = digest(candidate)
    return secrets.filter((_, index) => timingSafeEqual(digests[index]!, wanted))
  }
}

const digest = (text: string) => hash('sha256', text, 'buffer')
