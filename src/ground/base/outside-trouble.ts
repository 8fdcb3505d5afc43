/**
 * Message to a person about a read-only folder, a full disk or an unusable database: the place in our code
 * would not help.
 *
 * @returns A sentence with the remedy; null for any other error.
 */
export const outsideTrouble = (error: unknown): string | null => {
  if (isOfTheStore(error)) return error.message
  return isOfTheDisk(error)
    ? `${error.message}; look at the permissions there and the space on the disk`
    : null
}

/** Recognized by their names: the store is more than every command and process should load. */
const isOfTheStore = (error: unknown): error is Error =>
  error instanceof Error && STORE_REFUSALS.has(error.name)

const STORE_REFUSALS: ReadonlySet<string> = new Set([
  'MachinesAtWork',
  'StoreInUse',
  'StoreLost',
  'StoreMoving',
  'StoreNotGranted',
  'StoreTooNew',
  'StoreTooOld',
  'StoreUnusable',
])

const isOfTheDisk = (error: unknown): error is Error => {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: string; errcode?: number }
  return code === 'ERR_SQLITE_ERROR' ? STORE_TROUBLE.has(errcode! & 0xff) : DISK_TROUBLE.has(code)
}

/** SQLite's own numbers for read-only, input or output that failed, full, and cannot open. */
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
