import { createHmac, timingSafeEqual } from 'node:crypto'

/** TOTP (RFC 6238) with the parameters that all apps support: SHA-1, 30 s, 6 digits. */
const STEP_SECONDS = 30
const DIGITS = 6
/** Accepted clock difference, in steps of 30 s. */
const DRIFT_STEPS = 1

/** HOTP (RFC 4226). */
export function codeAt(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE(mac.at(-1)! & 0xf) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export function stepOf(secret: Uint8Array, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const current = Math.floor(now / STEP_SECONDS)
  for (let step = current - DRIFT_STEPS; step <= current + DRIFT_STEPS; step++)
    if (timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))) return step
  return null
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 base32 without padding, as authenticator apps expect it. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

export const otpauthAddress = ({ secret, issuer, email }: Record<'secret' | 'issuer' | 'email', string>) =>
  `otpauth://totp/${encodeURIComponent(`${issuer}:${email}`)}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
