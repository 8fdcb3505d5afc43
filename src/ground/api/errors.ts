import { DISK_FULL_STATUS } from '#ground/base/disk-full.ts'
import type { Result } from '#ground/base/result.ts'
import type { ErrorBody, ErrorCode } from './schema.ts'

export const STATUS = {
  invalid: 400,
  everyone_refused: 400,
  unauthenticated: 401,
  forbidden: 403,
  outside_ceiling: 403,
  cross_origin: 403,
  blocked: 403,
  not_found: 404,
  method_not_allowed: 405,
  legacy: 409,
  revision_conflict: 409,
  file_conflict: 409,
  editing_off: 403,
  setup_off: 403,
  setup_failed: 400,
  duplicate_email: 409,
  idp_managed: 409,
  last_admin: 409,
  stale_plan: 409,
  expired: 409,
  too_large: 413,
  media_type: 415,
  rate_limited: 429,
  internal: 500,
  partial: 502,
  role_partial: 502,
  chatapp_unavailable: 502,
  unavailable: 503,
  draining: 503,
  disk_full: DISK_FULL_STATUS,
} as const satisfies Record<ErrorCode, number>

export class ApiRefused extends Error {
  readonly code: ErrorCode
  constructor(code: ErrorCode, detail: string) {
    super(detail)
    this.name = 'Refused'
    this.code = code
  }
  get body(): ErrorBody {
    return { detail: this.message, code: this.code }
  }
}

export function unwrap<T>(result: Result<T, ErrorBody>): T
export function unwrap<T, R extends { code: ErrorCode }>(
  result: Result<T, R>,
  describe: (refusal: R) => string,
): T
export function unwrap<T, R extends ErrorBody>(
  result: Result<T, R>,
  describe: (refusal: R) => string = ({ detail }) => detail,
): T {
  if (result.ok) return result.value
  throw new ApiRefused(result.refusal.code, describe(result.refusal))
}
