import { hash, randomBytes, randomUUID } from 'node:crypto'

export const newId = (): string => randomUUID()

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
 * A UUID of version 7. It begins with the time, so that rows of the same time share database pages. Early releases of
 * Node 24 lack `randomUUIDv7`.
 */
export const newOrderedId = (): string => ordered(Date.now(), randomUUID())

export const orderedIdOf = (at: number, text: string): string => ordered(at, idOf(text))

const ordered = (at: number, id: string): string => {
  const time = at.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${id.slice(15)}`
}

export const newToken = (bits = 256): string => randomBytes(bits / 8).toString('base64url')

export const sha256 = (data: string | Uint8Array): string => hash('sha256', data)
