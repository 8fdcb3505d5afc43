/** A SQLite file stayed locked for too long. */
export class StoreBusy extends Error {
  constructor(waitedMs: number, options?: ErrorOptions) {
    super(`the store stayed locked for ${waitedMs} ms`, options)
    this.name = 'StoreBusy'
  }
}

/** The store was last used by a newer release. Running on would risk its data. */
export class StoreTooNew extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `the store has a newer schema than this release knows (${unknown.join(', ')}); ` +
        'start the newer release, or restore a backup made before it',
    )
    this.name = 'StoreTooNew'
  }
}

/** SQLite's extended codes and Postgres's SQLSTATEs. */
const UNIQUE: ReadonlySet<unknown> = new Set([2067, 1555, '23505'])
const FOREIGN_KEY: ReadonlySet<unknown> = new Set([787, '23503'])

/** Whether a statement was refused because a row with the same key exists. */
export const isUniqueViolation = (error: unknown): boolean => UNIQUE.has(codeOf(error))

/** Whether a statement was refused because the row it refers to is missing. */
export const isForeignKeyViolation = (error: unknown): boolean => FOREIGN_KEY.has(codeOf(error))

/** Whether another connection held a lock for too long. Nothing was changed; trying again later is safe. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof StoreBusy || codeOf(error) === '55P03'

const codeOf = (error: unknown): unknown => {
  const { errcode, code } = error as { errcode?: number; code?: string }
  return errcode ?? code
}
