import { codeAt } from '#chatapp/accounts/factors/totp.ts'

/** A secret as an app of codes reads it. */
export function fromBase32(text: string): Buffer {
  const bits = [...text]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
}

/** What such an app shows. @param at In milliseconds since 1970. */
export const codeOf = (secret: string, at = Date.now()): string =>
  codeAt(fromBase32(secret), Math.floor(at / 30_000))
