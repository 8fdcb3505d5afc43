import type { HeaderValues } from '#core/inbox/verification/headers.ts'

/**
 * Headers that carry a sender's id of a delivery, the first present wins. The five named in the service specification
 * come first, GitHub's real name in the place of its neutral one, and those of Standard Webhooks after them.
 */
const DELIVERY_ID_HEADERS = [
  'x-forge-delivery',
  'x-github-delivery',
  'x-delivery-id',
  'x-webhook-id',
  'idempotency-key',
  'x-request-id',
  'webhook-id',
  'svix-id',
] as const

/** The sender's id of a delivery; null when it sent none. An empty header is none. */
export const deliveryIdOf = (headers: HeaderValues): string | null => {
  for (const name of DELIVERY_ID_HEADERS) {
    const id = headers(name).join(', ')
    if (id !== '') return id
  }
  return null
}
