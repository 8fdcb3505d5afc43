import { createHmac } from 'node:crypto'
import { HMAC_SCHEMES, STANDARD_SCHEMES } from '../verification/schemes.ts'
import { signedAround, type SignatureScheme } from '../verification/signature.ts'
import type { EndpointRules } from './entry.ts'
import { bodyWithToken } from '../verification/body-token.ts'
import { signedAddress } from '../verification/form-signature.ts'
import { isPublicStandardKey, keysOf, type VerificationMode } from './secret.ts'

export interface Signing {
  mode: VerificationMode
  secret: string
  rules?: EndpointRules
}

export interface OwnDelivery {
  id: string
  body: string
  contentType: string
  url: string
  nowMs: number
}

export interface SignedRequest {
  headers: Record<string, string>
  query: Readonly<Record<string, string>>
  body: string
}

const isOnlyVerified = ({ mode, secret, rules }: Signing): boolean =>
  mode === 'standard' ? isPublicStandardKey(secret) : (rules?.schemes?.[0]?.publicKey ?? null) !== null

export function signedRequest(signing: Signing, delivery: OwnDelivery): SignedRequest | null {
  if (isOnlyVerified(signing)) return null
  const { mode, secret, rules } = signing
  const { id, body, nowMs } = delivery
  const [key] = rules?.special ? keysOf(mode, secret) : []
  if (rules?.special === 'mailgun')
    return { headers: {}, query: {}, body: bodyWithToken(key!, { token: id, body, nowMs }) }
  if (rules?.special !== 'twilio') return { headers: signedHeaders(signing, delivery), query: {}, body }
  const signed = signedAddress(key!, delivery)
  return { headers: { ...idHeadersOf(rules, id), ...signed.headers }, query: signed.query, body }
}

function idHeadersOf({ idHeaders }: EndpointRules, id: string): Record<string, string> {
  const [idHeader = 'x-delivery-id'] = idHeaders ?? []
  return Object.fromEntries(idHeader.split('+').map((header) => [header, id]))
}

export function signedHeaders(
  { mode, secret, rules = {} }: Signing,
  { id, body, nowMs }: { id: string; body: string; nowMs: number },
): Record<string, string> {
  const named = idHeadersOf(rules, id)
  if (mode === 'secret') return { ...named, 'x-webhook-secret': secret }
  const [scheme] = rules.schemes ?? (mode === 'standard' ? STANDARD_SCHEMES : HMAC_SCHEMES)
  const proof = signatureOf(scheme!, keysOf(mode, secret)[0]!, { id, body, nowMs })
  return scheme!.idHeader === null ? { ...named, ...proof } : proof
}

function signatureOf(
  { header, prefix, hash, encoding, signs, timestamp, idHeader }: SignatureScheme,
  key: Uint8Array,
  { id, body, nowMs }: { id: string; body: string; nowMs: number },
): Record<string, string> {
  const time = String(Math.floor(nowMs / 1000))
  const [before, after] = signedAround({ signs }, { timestamp: time, id })
  const digest = createHmac(hash, key).update(before).update(body).update(after).digest(encoding)
  const signature = prefix + digest
  const sent = timestamp && timestamp.prefix + time
  const own = timestamp?.header === header ? `${sent},${signature}` : signature
  return {
    ...(idHeader !== null && { [idHeader]: id }),
    ...(timestamp && timestamp.header !== header && { [timestamp.header]: sent! }),
    [header]: own,
  }
}
