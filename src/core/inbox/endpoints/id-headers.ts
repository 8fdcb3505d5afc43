/**
 * The first header that is present counts. CloudEvents headers are first, because proxies may add other id headers.
 * Next are the headers of the service specification, GitHub's `X-GitHub-Delivery`, and Standard Webhooks.
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

/** Setting without any id header. Each delivery is then a separate event. */
const NONE = 'none'

const SHAPE = /^[a-z0-9!#$%&'*.^_`|~-]{1,100}(\+[a-z0-9!#$%&'*.^_`|~-]{1,100})?$/

export const MAX_ID_HEADERS = 20

/** Returns an empty list for `none`, and null if a name is not a valid header name. */
export function readIdHeaders(names: readonly string[]): readonly string[] | null {
  const lower = names.map((name) => name.trim().toLowerCase())
  if (lower.length === 1 && lower[0] === NONE) return []
  const areNames =
    lower.length > 0 &&
    lower.length <= MAX_ID_HEADERS &&
    lower.every((name) => SHAPE.test(name) && name !== NONE)
  return areNames ? lower : null
}
