import { createHmac } from 'node:crypto'
import { HMAC_SCHEMES, STANDARD_SCHEMES } from '../verification/schemes.ts'
import { signedAround, type SignatureScheme } from '../verification/signature.ts'
import type { EndpointRules } from './entry.ts'
import { keysOf, type VerificationMode } from './secret.ts'

export interface Signing {
  mode: VerificationMode
  secret: string
  rules?: EndpointRules
}

/** Headers by which a sender proves who it is, and its id of the delivery: the other side of `verificationBy`. */
export function signedHeaders(
  { mode, secret, rules = {} }: Signing,
  { id, body, nowMs }: { id: string; body: string; nowMs: number },
): Record<string, string> {
  const [idHeader = 'x-delivery-id'] = rules.idHeaders ?? []
  const named = Object.fromEntries(idHeader.split('+').map((header) => [header, id]))
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
