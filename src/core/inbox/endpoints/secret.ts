/** How senders prove who they are. */
export type VerificationMode = 'secret' | 'hmac' | 'standard'

/** Why a text can't be the secret of an endpoint; null when it can. A key that decodes to nothing would let anybody sign. */
export function secretProblem(mode: VerificationMode, secret: string): string | null {
  if (mode !== 'standard') return null
  const written = withoutVersion(secret)
  if (secret !== '' && written === '') return 'expected a secret, such as whsec_ and base64'
  if (ASYMMETRIC.test(written))
    return 'is a key of asymmetric signatures (whpk_, whsk_), which are not verified here; expected a secret with whsec_'
  const encoded = PREFIX.test(written) ? written.replace(PREFIX, '') : null
  return encoded === null || BASE64.test(encoded)
    ? null
    : 'expected base64 after whsec_, as the sender shows it'
}

/**
 * The keys that a secret may stand for. Standard Webhooks: base64 after `whsec_`. Without that prefix the official
 * libraries read base64 and their raw constructors the text itself, so either may be the sender's.
 *
 * @throws TypeError for a secret that holds no key.
 */
export function keysOf(mode: VerificationMode, secret: string): readonly Buffer[] {
  if (mode !== 'standard') return [Buffer.from(secret)]
  const written = withoutVersion(secret)
  const keys = PREFIX.test(written)
    ? [Buffer.from(written.replace(PREFIX, ''), 'base64')]
    : [Buffer.from(written), ...(BASE64.test(written) ? [Buffer.from(written, 'base64')] : [])]
  if (keys.some((key) => key.length === 0)) throw new TypeError('the secret holds no key')
  return keys
}

/** Some senders show the version of the signature with the secret: `v1,whsec_…`. */
const withoutVersion = (secret: string): string => secret.trim().replace(/^v1,\s*/i, '')

const PREFIX = /^whsec_/i
const ASYMMETRIC = /^wh[ps]k_/i
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=?|[A-Za-z0-9+/]{2}(?:==)?)$/
