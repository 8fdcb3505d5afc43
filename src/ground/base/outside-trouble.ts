export const outsideTrouble = (error: unknown): string | null => {
  if (isOfTheStore(error)) return error.message
  return outsideDisk(error)
    ? `${error.message}; check the permissions of this path and the free disk space`
    : null
}

/** Compares the error's name instead of its class, because an import of the class would load the database code. */
const isOfTheStore = (error: unknown): error is Error =>
  error instanceof Error && STORE_REFUSALS.has(error.name)

const STORE_REFUSALS: ReadonlySet<string> = new Set([
  'MachinesAtWork',
  'StoreInUse',
  'StoreLost',
  'StoreMoving',
  'StoreNotGranted',
  'StoreNotMigrated',
  'StoreTooNew',
  'StoreTooOld',
  'StoreUnusable',
])

export const outsideDisk = (error: unknown): error is Error => {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: string; errcode?: number }
  return code === 'ERR_SQLITE_ERROR' ? STORE_TROUBLE.has(errcode! & 0xff) : DISK_TROUBLE.has(code)
}

/** SQLite's codes SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL and SQLITE_CANTOPEN. */
const STORE_TROUBLE: ReadonlySet<number> = new Set([8, 10, 13, 14])

const DISK_TROUBLE: ReadonlySet<string | undefined> = new Set([
  'EACCES',
  'EDQUOT',
  'EEXIST',
  'EISDIR',
  'ENOENT',
  'ENOSPC',
  'ENOTDIR',
  'EPERM',
  'EROFS',
])
