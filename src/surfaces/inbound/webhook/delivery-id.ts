import type { HeaderValues } from '#core/inbox/verification/headers.ts'

export interface DeliveryId {
  id: string
  /** The header that carried the id, spelled as in the list of headers. */
  header: string
}

/**
 * The value of the first listed header that is present and not empty. `a+b` in the list joins two headers, which must
 * both be present.
 */
export function deliveryIdOf(headers: HeaderValues, idHeaders: readonly string[]): DeliveryId | null {
  for (const header of idHeaders) {
    const parts = header.split('+').map((name) => headers(name).join(', '))
    if (!parts.includes('')) return { id: parts.join('\n'), header }
  }
  return null
}
