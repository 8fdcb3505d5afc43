/**
 * Headers with a sender's id of a delivery; the first present header wins. `source` and `id` come first because they
 * identify a CloudEvent whatever headers a proxy adds. The other names are those of the service specification, with
 * GitHub's real header added, then those of Standard Webhooks.
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

/** Setting for no header: each delivery is a separate event. */
const NONE = 'none'

const SHAPE = /^[a-z0-9!#$%&'*.^_`|~-]{1,100}(\+[a-z0-9!#$%&'*.^_`|~-]{1,100})?$/

export const MAX_ID_HEADERS = 20

/**
 * Names of id headers in lower case; `none` gives the empty list. @returns Null when a name is not a valid header
 * name.
 */
export function readIdHeaders(names: readonly string[]): readonly string[] | null {
  const lower = names.map((name) => name.trim().toLowerCase())
  if (lower.length === 1 && lower[0] === NONE) return []
  const areNames =
    lower.length > 0 &&
    lower.length <= MAX_ID_HEADERS &&
    lower.every((name) => SHAPE.test(name) && name !== NONE)
  return areNames ? lower : null
}
