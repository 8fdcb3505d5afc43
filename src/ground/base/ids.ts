import { hash, randomBytes, randomUUID } from 'node:crypto'

/** A lower-case UUID, the form of every id the web chat stores. */
export const newId = (): string => randomUUID()

/**
 * A UUID of version 7, which begins with the time, for rows that are written in great numbers: those of one moment lie
 * side by side in the database, where random ids would touch a page each. By hand, since `randomUUIDv7` is not in every
 * Node 24.
 */
export const newOrderedId = (): string => {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** A URL-safe random token of `bits` bits. */
export const newToken = (bits = 256): string => randomBytes(bits / 8).toString('base64url')

/** SHA-256 as lower-case hex: the form in which keys and tokens are stored. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data)
