/**
 * What a person is told of a folder that is read-only, a disk that is full or a database that can't be used: where in
 * our code it was noticed helps nobody.
 *
 * @returns A sentence that says what to do; null for any other error.
 */
export const outsideTrouble = (error: unknown): string | null => {
  if (isOfTheStore(error)) return error.message
  return isOfTheDisk(error)
    ? `${error.message}; look at the permissions there and the space on the disk`
    : null
}

/** Told by their names: the store is more than every command and process should load. */
const isOfTheStore = (error: unknown): error is Error =>
  error instanceof Error && STORE_REFUSALS.has(error.name)

const STORE_REFUSALS: ReadonlySet<string> = new Set([
  'MachinesAtWork',
  'StoreInUse',
  'StoreLost',
  'StoreMoving',
  'StoreNotGranted',
  'StoreTooNew',
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
