import { createHmac } from 'node:crypto'
import { equalSecrets } from '#ground/base/signing.ts'
import { heldBody } from './held-body.ts'
import type { Verification } from './proof.ts'
import { secondsBeyond, timeOf } from './signature.ts'

/** Limits the work for unverified senders; Mailgun's events are far smaller. */
const MAX_PARSED_BYTES = 1024 * 1024
const MAX_TOKEN_CHARACTERS = 200

/**
 * Longer than the eight hours in which Mailgun retries a delivery. A delivery that an attacker replays within this
 * time is dropped as a duplicate, because its token is the delivery id.
 */
export const MAILGUN_TOLERANCE_S = 9 * 60 * 60

/**
 * Mailgun's signature is in the body: the HMAC-SHA256 in hex of a time and a random token. Source:
 * documentation.mailgun.com, "Securing webhooks".
 */
export const bodyToken = (keys: readonly Uint8Array[], toleranceS: number): Verification => ({
  hasProof: () => false, // only the body shows whether the request is signed
  begin({ headers }) {
    const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers('content-type').join())
    const held = heldBody(MAX_PARSED_BYTES)
    let signedId: string | null = null
    let lateByS: number | null = null
    let isInBody = false
    return {
      coversBody: true,
      get signedId() {
        return signedId
      },
      get lateByS() {
        return lateByS
      },
      get isInBody() {
        return isInBody
      },
      update: (piece) => held.update(piece),
      holds(nowMs) {
        const body = held.bytes()?.toString()
        const given = body === undefined ? null : isForm ? partsOf(new URLSearchParams(body)) : partsIn(body)
        if (given === null) return false
        isInBody = true
        const { timestamp, token, signature } = given
        const sentAtMs = timeOf(timestamp)
        const isRight = keys
          .map((key) => equalSecrets(signature.toLowerCase(), signatureOf(key, given)))
          .includes(true)
        if (!isRight || sentAtMs === null) return false
        const late = secondsBeyond(toleranceS, { sentAtMs, nowMs })
        if (late !== 0) lateByS = late
        else signedId = token
        return late === 0
      },
    }
  },
})

interface TokenSignature {
  timestamp: string
  token: string
  signature: string
}

const signatureOf = (key: Uint8Array, { timestamp, token }: Omit<TokenSignature, 'signature'>): string =>
  createHmac('sha256', key)
    .update(timestamp + token)
    .digest('hex')

function partsIn(body: string): TokenSignature | null {
  const { signature } = fieldsOf(body)
  if (typeof signature !== 'object' || signature === null) return null
  const fields = Object.entries(signature).map(([name, value]): [string, string] => [name, String(value)])
  return partsOf(new URLSearchParams(fields))
}

function fieldsOf(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function partsOf(fields: URLSearchParams): TokenSignature | null {
  const [timestamp, token, signature] = ['timestamp', 'token', 'signature'].map((name) => {
    const values = fields.getAll(name)
    return values.length === 1 ? values[0] : undefined
  })
  const isToken = token !== undefined && token !== '' && token.length <= MAX_TOKEN_CHARACTERS
  return isToken && timestamp && signature ? { timestamp, token, signature } : null
}

export function bodyWithToken(
  key: Uint8Array,
  { token, body, nowMs }: { token: string; body: string; nowMs: number },
): string {
  const timestamp = String(Math.floor(nowMs / 1000))
  const signature = signatureOf(key, { timestamp, token })
  return JSON.stringify({ ...fieldsOf(body), signature: { timestamp, token, signature } })
}
