export const DISK_FULL =
  'The disk of this service is full, so nothing more can be stored. Ask its operator to free disk space, then try again.'

/** Insufficient Storage (RFC 4918, 11.5). */
export const DISK_FULL_STATUS = 507

export function isDiskFull(error: unknown): boolean {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth++) {
    const { code, errcode } = one as { code?: unknown; errcode?: number }
    if (CODES.has(code) || (code === 'ERR_SQLITE_ERROR' && (errcode! & 0xff) === SQLITE_FULL)) return true
  }
  return false
}

const SQLITE_FULL = 13
/** The last code is Postgres's `disk_full`. */
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100'])
