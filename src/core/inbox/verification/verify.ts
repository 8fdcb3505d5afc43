import { createHmac, timingSafeEqual } from 'node:crypto'
import { equalSecrets } from '#ground/base/signing.ts'
import type { VerificationMode } from '../endpoints/secret.ts'
import type { HeaderValues } from './headers.ts'

/** What is known of a request before its body is read. */
export interface Claim {
  headers: HeaderValues
  query: URLSearchParams
}

/** One request's proof, judged while its body is read. */
export interface Proof {
  /** Whether the body decides; otherwise it holds already. */
  readonly coversBody: boolean
  /** The delivery id that the proof covers, if it covers one. */
  readonly signedId: string | null
  /** Told of the body, piece by piece. */
  update(piece: Uint8Array): void
  /** Whether the proof holds for the bytes that came. Asked once, behind the last of them. */
  holds(nowMs: number): boolean
}

export interface Verification {
  /** Null when the request shows nothing that may hold: it is refused before a byte of its body is read. */
  begin(claim: Claim): Proof | null
}

/** @param secret Never empty: without a secret there is no surface. */
export function verification(mode: VerificationMode, secret: string): Verification {
  if (secret === '') throw new TypeError('a webhook needs a secret')
  if (mode === 'hmac') return signatureIn(HMAC_HEADERS, secret)
  return mode === 'standard' ? standardVerification(secret) : secretVerification(secret)
}

/** The secret itself, in one of three places. All that came are compared, so that time tells nothing. */
const secretVerification = (secret: string): Verification => ({
  begin({ headers, query }) {
    const bearer = /^bearer +(.*)$/i.exec(only(headers('authorization')) ?? '')?.[1]
    const places = [bearer, only(headers('x-webhook-secret')), only(query.getAll('token'))]
    const given = places.filter((value) => value !== undefined)
    return given.map((value) => equalSecrets(value, secret)).includes(true) ? WHOLE : null
  },
})

const WHOLE: Proof = { coversBody: false, signedId: null, update: () => {}, holds: () => true }

/** A value that comes once; one that is repeated is no value at all. */
const only = (values: readonly string[]): string | undefined => (values.length === 1 ? values[0] : undefined)

/** The secret itself in one of some headers; where several are sent all must hold. */
export const secretIn = (names: readonly string[], secret: string): Verification => ({
  begin({ headers }) {
    const given = names.map(headers).filter((values) => values.length > 0)
    const matches = given.map((values) => equalSecrets(only(values) ?? '', secret))
    return matches.length > 0 && !matches.includes(false) ? WHOLE : null
  },
})

const HMAC_HEADERS = ['x-signature-256', 'x-hub-signature-256'] as const

/** `sha256=<hex>` over the raw body, in one of some headers; where several are sent all must hold. */
export const signatureIn = (names: readonly string[], secret: string): Verification => ({
  begin({ headers }) {
    const given = names.map(headers)
    const isRepeated = given.some((values) => values.length > 1)
    const signatures = given.flat()
    // The shape is checked first: Node's hex decoder stops silently at the first character that is none.
    const mayHold = !isRepeated && signatures.length > 0 && signatures.every((one) => HMAC_SHAPE.test(one))
    if (!mayHold) return null
    const hmac = createHmac('sha256', secret)
    return {
      coversBody: true,
      signedId: null,
      update: (piece) => void hmac.update(piece),
      holds() {
        const expected = hmac.digest()
        const matches = signatures.map((one) =>
          timingSafeEqual(Buffer.from(one.slice('sha256='.length), 'hex'), expected),
        )
        return !matches.includes(false)
      },
    }
  },
})

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
  return {
    begin({ headers }) {
      const family = headers('webhook-signature').length > 0 ? 'webhook' : 'svix'
      const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((part) =>
        only(headers(`${family}-${part}`)),
      )
      if (!id || !timestamp || !signatures || !/^\d{1,12}$/.test(timestamp)) return null
      const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`)
      return {
        coversBody: true,
        signedId: id,
        update: (piece) => void hmac.update(piece),
        holds(nowMs) {
          if (Math.abs(nowMs / 1000 - Number(timestamp)) > TOLERANCE_S) return false
          const expected = hmac.digest()
          const matches = signatures.split(' ').map((value) => {
            const signature = STANDARD_SHAPE.exec(value)?.[1]
            return signature !== undefined && timingSafeEqual(Buffer.from(signature, 'base64'), expected)
          })
          return matches.includes(true)
        },
      }
    },
  }
}

/** Base64 of exactly 32 bytes. */
const STANDARD_SHAPE = /^v1,([A-Za-z0-9+/]{43}=)$/
