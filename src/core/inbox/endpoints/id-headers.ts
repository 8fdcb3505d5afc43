/**
 * Headers that carry a sender's id of a delivery, the first present wins. Source and id identify a
 * CloudEvent, independent of headers that a proxy adds. The five named in the service specification follow,
 * GitHub's real name in the place of its neutral one, and those of Standard Webhooks after them.
 */
export const DEFAULT_ID_HEADERS: readonly string[] = [
  'ce-source+ce-id',
  'x-forge-delivery',
  'x-github-delivery',
  'x-delivery-id',
  'x-webhook-id',
  'idempotency-key',
  'x-request-id',
  'webhook-id',
  'svix-id',
]

/** The value for no header: every delivery is an event of its own. */
const NONE = 'none'

const SHAPE = /^[a-z0-9!#$%&'*.^_`|~-]{1,100}(\+[a-z0-9!#$%&'*.^_`|~-]{1,100})?$/

export const MAX_ID_HEADERS = 20

/** Read a list of id headers, lower-cased; `none` is the empty list. @returns Null when an entry is no name of a header. */
export function readIdHeaders(names: readonly string[]): readonly string[] | null {
  const lower = names.map((name) => name.trim().toLowerCase())
  if (lower.length === 1 && lower[0] === NONE) return []
  const areNames =
    lower.length > 0 &&
    lower.length <= MAX_ID_HEADERS &&
    lower.every((name) => SHAPE.test(name) && name !== NONE)
  return areNames ? lower : null
}
