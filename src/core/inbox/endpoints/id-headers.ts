/**
 * The first header that is present is used. CloudEvents headers come first, because proxies may add other id headers.
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

const NONE = 'none'

const SHAPE = /^[a-z0-9!#$%&'*.^_`|~-]{1,100}(\+[a-z0-9!#$%&'*.^_`|~-]{1,100})?$/

export const MAX_ID_HEADERS = 20

/** Empty for `none`; null if a name is not a valid header name. */
export function readIdHeaders(names: readonly string[]): readonly string[] | null {
  const lower = names.map((name) => name.trim().toLowerCase())
  if (lower.length === 1 && lower[0] === NONE) return []
  const areNames =
    lower.length > 0 &&
    lower.length <= MAX_ID_HEADERS &&
    lower.every((name) => SHAPE.test(name) && name !== NONE)
  return areNames ? lower : null
}
