import { createHmac, hash, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA256 of `message` as base64url without padding. */
export const sign = (secret: string, message: string): string =>
  createHmac('sha256', secret).update(message).digest('base64url')

/** Verifies a signature of `sign` in constant time. */
export const verify = (secret: string, message: string, signature: string): boolean =>
  equalSecrets(sign(secret, message), signature)

/**
 * Compares secrets without revealing their content or length by timing. Both are hashed first, because
 * `timingSafeEqual` throws for different lengths.
 */
export const equalSecrets = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

/** Returns the secrets that equal a value, compared in constant time. Each secret is hashed only once. */
export function knownSecrets(secrets: readonly string[]): (given: string) => string[] {
  const digests = secrets.map(digest)
  return (given) => {
    const wanted = digest(given)
    return secrets.filter((_, index) => timingSafeEqual(digests[index]!, wanted))
  }
}

const digest = (text: string) => hash('sha256', text, 'buffer')
