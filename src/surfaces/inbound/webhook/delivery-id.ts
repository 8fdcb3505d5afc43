import type { HeaderValues } from '#core/inbox/verification/headers.ts'

export interface DeliveryId {
  id: string
  /** The header that carried it, as the list of headers writes it. */
  header: string
}

/**
 * The sender's id of a delivery: the value of the first listed header that is present. `a+b` in the list is one id of two
 * headers, both present. An empty header is not present. Null when none is present.
 */
export function deliveryIdOf(headers: HeaderValues, idHeaders: readonly string[]): DeliveryId | null {
  for (const header of idHeaders) {
    const parts = header.split('+').map((name) => headers(name).join(', '))
    if (!parts.includes('')) return { id: parts.join('\n'), header }
  }
  return null
}
