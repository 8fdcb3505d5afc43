import { createHmac, timingSafeEqual } from 'node:crypto'
import { equalSecrets } from '#base/signing.ts'
import type { HeaderValues } from './headers.ts'

/** How senders prove who they are. */
export type VerificationMode = 'secret' | 'hmac' | 'standard'

/** What is known of a request before its body is read. */
export interface Claim {
  headers: HeaderValues
  query: URLSearchParams
}

/** Proof in three steps, so that a request without any is refused before a byte of its body is read. */
export interface Verification {
  /** Whether the body decides; otherwise `claims` is the whole proof. */
  readonly needsBody: boolean
  /** Whether the request shows a proof that may hold. */
  claims(claim: Claim): boolean
  /** Whether the proof holds for the bytes that came. */
  holds(claim: Claim, body: Uint8Array, nowMs: number): boolean
  /** The delivery id that the proof covers, if it covers one. */
  signedId(claim: Claim): string | null
}

/** @param secret Never empty: without a secret there is no surface. */
export function verification(mode: VerificationMode, secret: string): Verification {
  if (secret === '') throw new TypeError('a webhook needs a secret')
  if (mode === 'hmac') return hmacVerification(secret)
  return mode === 'standard' ? standardVerification(secret) : secretVerification(secret)
}

/** The secret itself, in one of three places. All three are compared, so that time tells nothing. */
const secretVerification = (secret: string): Verification => ({
  needsBody: false,
  claims({ headers, query }) {
    const bearer = /^bearer +(.*)$/i.exec(only(headers('authorization')) ?? '')?.[1]
    const given = [bearer, only(headers('x-webhook-secret')), only(query.getAll('token'))]
    return given.map((value) => equalSecrets(value ?? '', secret)).includes(true)
  },
  holds: () => true,
  signedId: () => null,
})

/** A value that comes once; one that is repeated is no value at all. */
const only = (values: readonly string[]): string | undefined => (values.length === 1 ? values[0] : undefined)

const HMAC_HEADERS = ['x-signature-256', 'x-hub-signature-256'] as const

/** `sha256=<hex>` over the raw body, in one of two headers; where both are sent both must hold. */
const hmacVerification = (secret: string): Verification => {
  const given = ({ headers }: Claim) => HMAC_HEADERS.flatMap(headers)
  return {
    needsBody: true,
    claims(claim) {
      const signatures = given(claim)
      const repeated = HMAC_HEADERS.some((name) => claim.headers(name).length > 1)
      // The shape is checked first: Node's hex decoder stops silently at the first character that is none.
      return !repeated && signatures.length > 0 && signatures.every((value) => HMAC_SHAPE.test(value))
    },
    holds(claim, body) {
      const expected = createHmac('sha256', secret).update(body).digest()
      const matches = given(claim).map((value) =>
        timingSafeEqual(Buffer.from(value.slice('sha256='.length), 'hex'), expected),
      )
      return !matches.includes(false)
    },
    signedId: () => null,
  }
}

const HMAC_SHAPE = /^sha256=[0-9a-f]{64}$/i

/** Seconds that a sender's clock may be off, either way. */
const TOLERANCE_S = 5 * 60

/**
 * Standard Webhooks: a list of `v1,<base64>` over id, timestamp and body.
 * Source: standardwebhooks.com, specification 1.0; Svix uses the same under names of its own.
 */
const standardVerification = (secret: string): Verification => {
  const key = secret.startsWith('whsec_')
    ? Buffer.from(secret.slice('whsec_'.length), 'base64')
    : Buffer.from(secret)
  if (key.length === 0) throw new TypeError('the secret holds no key')
  const read = ({ headers }: Claim) => {
    const family = headers('webhook-signature').length > 0 ? 'webhook' : 'svix'
    const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((part) =>
      only(headers(`${family}-${part}`)),
    )
    return id && timestamp && signatures ? { id, timestamp, signatures } : null
  }
  return {
    needsBody: true,
    claims(claim) {
      const proof = read(claim)
      return proof !== null && /^\d{1,12}$/.test(proof.timestamp)
    },
    holds(claim, body, nowMs) {
      const { id, timestamp, signatures } = read(claim)!
      if (Math.abs(nowMs / 1000 - Number(timestamp)) > TOLERANCE_S) return false
      const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
      const matches = signatures.split(' ').map((value) => {
        const signature = STANDARD_SHAPE.exec(value)?.[1]
        return signature !== undefined && timingSafeEqual(Buffer.from(signature, 'base64'), expected)
      })
      return matches.includes(true)
    },
    signedId: (claim) => read(claim)?.id ?? null,
  }
}

/** Base64 of exactly 32 bytes. */
const STANDARD_SHAPE = /^v1,([A-Za-z0-9+/]{43}=)$/
