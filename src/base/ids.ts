import { createHash, randomBytes, randomUUID } from 'node:crypto'

/** A lower-case UUID, the form of every id the web chat stores. */
export const newId = (): string => randomUUID()

/** A URL-safe random token of `bits` bits. */
export const newToken = (bits = 256): string => randomBytes(bits / 8).toString('base64url')

/** SHA-256 as lower-case hex: the form in which keys and tokens are stored. */
export const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')
