import type { Statuses } from '#ground/api/statuses.ts'

/** Statuses of the MCP endpoint. Errors have the numeric codes of JSON-RPC; `draining` is in `error.data`. */
export const MCP_STATUSES: Statuses = statusesFrom([
  200, 202, 204, 400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503, 507,
])

/** Statuses of the routes where programs register and get tokens: errors have the names of RFC 6749. */
export const OAUTH_STATUSES: Statuses = statusesFrom([
  200, 201, 204, 400, 401, 405, 413, 415, 429, 500, 503, 507,
])

function statusesFrom(statuses: readonly number[]): Statuses {
  return Object.fromEntries(statuses.map((status) => [status, []]))
}
