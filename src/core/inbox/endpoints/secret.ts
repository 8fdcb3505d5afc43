import { readPublicKey, type PublicKeyKind } from '../verification/public-key.ts'

/**
 * `secret`: the request contains the secret. `hmac`: an HMAC signs the request. `standard`: a signature of Standard
 * Webhooks.
 */
export type VerificationMode = 'secret' | 'hmac' | 'standard'

/** Null for a valid secret. A key that decodes to no bytes is invalid, because anyone could sign with it. */
export function secretProblem(
  mode: VerificationMode,
  secret: string,
  publicKey: PublicKeyKind | null = null,
): string | null {
  if (publicKey !== null)
    return readPublicKey(publicKey, secret) === null ? PUBLIC_KEY_PROBLEMS[publicKey] : null
  if (mode !== 'standard') return null
  const written = withoutVersion(secret)
  if (secret !== '' && written === '') return 'expected a secret, such as whsec_ and base64'
  if (PRIVATE.test(written))
    return 'is a private key (whsk_), which only the sender needs; expected its public key with whpk_'
  if (PUBLIC.test(written))
    return publicStandardKey(written) === null
      ? 'expected base64 of 32 bytes after whpk_, as the sender shows it'
      : null
  const encoded = PREFIX.test(written) ? written.replace(PREFIX, '') : null
  return encoded === null || BASE64.test(encoded)
    ? null
    : 'expected base64 after whsec_, as the sender shows it'
}

const PUBLIC_KEY_PROBLEMS: Readonly<Record<PublicKeyKind, string>> = {
  ed25519: 'expected the sender’s public key, 64 characters of hex',
  ecdsa: 'expected the sender’s verification key, base64 of a public key on the curve P-256',
}

/**
 * Without the prefix `whsec_`, libraries of Standard Webhooks disagree whether a key is base64 or text, so both are
 * accepted.
 * @throws TypeError for a secret without a key.
 */
export function keysOf(
  mode: VerificationMode,
  secret: string,
  publicKey: PublicKeyKind | null = null,
): readonly Uint8Array[] {
  if (publicKey !== null) return [checked(readPublicKey(publicKey, secret))]
  if (mode !== 'standard') return [Buffer.from(secret)]
  const written = withoutVersion(secret)
  if (PUBLIC.test(written)) return [checked(publicStandardKey(written))]
  const keys = PREFIX.test(written)
    ? [Buffer.from(written.replace(PREFIX, ''), 'base64')]
    : [Buffer.from(written), ...(BASE64.test(written) ? [Buffer.from(written, 'base64')] : [])]
  if (keys.some((key) => key.length === 0))
    throw new TypeError('the secret has no usable key: expected base64 after whsec_')
  return keys
}

function checked(key: Uint8Array | null): Uint8Array {
  if (key === null) throw new TypeError('the secret is not a valid public key of the sender')
  return key
}

export const isPublicStandardKey = (secret: string): boolean => PUBLIC.test(withoutVersion(secret))

const publicStandardKey = (written: string): Uint8Array | null =>
  readPublicKey('ed25519', written.replace(PUBLIC, ''))

/** Some senders show the signature's version before the secret: `v1,whsec_…`. */
const withoutVersion = (secret: string): string => secret.trim().replace(/^v1a?,\s*/i, '')

const PREFIX = /^whsec_/i
const PUBLIC = /^whpk_/i
const PRIVATE = /^whsk_/i
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=?|[A-Za-z0-9+/]{2}(?:==)?)$/
