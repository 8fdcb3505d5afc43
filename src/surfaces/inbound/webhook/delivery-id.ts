import type { HeaderValues } from '#core/inbox/verification/headers.ts'

export interface DeliveryId {
  id: string
  header: string
}

/** `a+b` in the list joins two headers, which must both be present. */
export function deliveryIdOf(headers: HeaderValues, idHeaders: readonly string[]): DeliveryId | null {
  for (const header of idHeaders) {
    const parts = header.split('+').map((name) => headers(name).join(', '))
    if (!parts.includes('')) return { id: parts.join('\n'), header }
  }
  return null
}
