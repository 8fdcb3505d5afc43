import { createHmac, hash, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA256 of `message` as base64url without padding. */
export const sign = (secret: string, message: string): string =>
  createHmac('sha256', secret).update(message).digest('base64url')

/** Whether `signature` is exactly what `sign` gives, compared in constant time. */
export const verify = (secret: string, message: string, signature: string): boolean =>
  equalSecrets(sign(secret, message), signature)

/**
 * Compare two secrets without telling by time where they differ or how long they are:
 * both sides are hashed first, since `timingSafeEqual` throws on different lengths.
 */
export const equalSecrets = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

/** Finds which of these secrets equals a value, in the same way. Each is hashed once. */
export function knownSecrets(secrets: readonly string[]): (given: string) => string[] {
  const digests = secrets.map(digest)
  return (given) => {
    const wanted = digest(given)
    return secrets.filter((_, index) => timingSafeEqual(digests[index]!, wanted))
  }
}

const digest = (text: string) => hash('sha256', text, 'buffer')
