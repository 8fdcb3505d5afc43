import { hash, randomBytes, randomUUID } from 'node:crypto'

/** A lower-case UUID, the form of every id the web chat stores. */
export const newId = (): string => randomUUID()

/** A UUID (version 8) derived from a text, from which the text can't be recovered. */
export const idOf = (text: string): string => {
  const digest = sha256(text)
  const variant = ((Number.parseInt(digest[16]!, 16) & 3) | 8).toString(16)
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    variant + digest.slice(17, 20),
    digest.slice(20, 32),
  ].join('-')
}

/**
 * A UUID of version 7, which begins with the time, for rows that are written in great numbers: rows of one
 * moment are adjacent in the database, where random ids would touch a page each. Own code, since
 * `randomUUIDv7` is not in every Node 24.
 */
export const newOrderedId = (): string => ordered(Date.now(), randomUUID())

/** The same, and always the same for the same moment and text. */
export const orderedIdOf = (at: number, text: string): string => ordered(at, idOf(text))

const ordered = (at: number, id: string): string => {
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${id.slice(15)}`
}

/** A URL-safe random token of `bits` bits. */
export const newToken = (bits = 256): string => randomBytes(bits / 8).toString('base64url')

/** SHA-256 as lower-case hex: the form in which keys and tokens are stored. */
export const sha256 = (data: string | Uint8Array): string => hash('sha256', data)
