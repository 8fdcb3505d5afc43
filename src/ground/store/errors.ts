import { certificateTrouble, certificateRemedy } from '#ground/base/network/certificate-trouble.ts'

/** `STORE_RETRY_AFTER` is in seconds. */
export const STORE_AWAY =
  'The database of this service can’t be used right now. Please try again in a moment.'
export const STORE_RETRY_AFTER = '2'

export class StoreBusy extends Error {
  constructor(waitedMs: number, options?: ErrorOptions) {
    super(`the database stayed locked for ${waitedMs} ms`, options)
    this.name = 'StoreBusy'
  }
}

/** A newer release has changed the schema, so continuing might damage data. */
export class StoreTooNew extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `the database’s schema is newer than this release supports (${unknown.join(', ')}): a release supports its own schema and ` +
        'that of the next release; start a newer release, or restore a backup from before that release',
    )
    this.name = 'StoreTooNew'
  }
}

const LAST_WITH_OLD_MIGRATIONS = '1.0.1 at revision 3f81fdde'

export class StoreTooOld extends Error {
  constructor(missing: readonly string[]) {
    super(
      `the database’s schema is older than this release can update: it lacks ${missing.length} migrations from before ` +
        `the first release, up to ${missing.at(-1)}; start Hub Service ${LAST_WITH_OLD_MIGRATIONS} on it once, ` +
        'which applies them, then start this release',
    )
    this.name = 'StoreTooOld'
  }
}

export class StoreNotMigrated extends Error {
  readonly isEmpty: boolean
  constructor(name: string, isEmpty: boolean) {
    super(
      `${name} has the schema of an earlier release, and a dry run does not migrate it; ` +
        'start the Hub with this release, which migrates it, then run the command again',
    )
    this.name = 'StoreNotMigrated'
    this.isEmpty = isEmpty
  }
}

export class StoreInUse extends Error {
  constructor(instances: readonly { name: string; version: string }[]) {
    super(
      `the schema of this release is too new for instances that use the database (${instances
        .map(({ name, version }) => `${name}, ${version}`)
        .join('; ')}); update all of them to each release in between, one after the other, or stop them`,
    )
    this.name = 'StoreInUse'
  }
}

export class StoreMoving extends Error {
  constructor({ instance, part }: { instance: string; part: string }) {
    super(
      `${instance} is moving data of this database (hub move ${part}): start after the move has ended, or half a minute after it was interrupted`,
    )
    this.name = 'StoreMoving'
  }
}

export class InstancesAtWork extends Error {
  constructor(instances: readonly string[]) {
    const [use, names] = [instances.length === 1 ? 'uses' : 'use', [...new Set(instances)].join(', ')]
    super(`${names} ${use} this database: stop all instances first, then run the command again`)
    this.name = 'MachinesAtWork'
  }
}

/** The database is empty, or belongs to another data folder. Continuing would create a new organization. */
export class StoreLost extends Error {
  constructor(about: { name: string; found: 'empty' | 'another'; markPath: string; dataFolder: string }) {
    super(
      about.found === 'empty'
        ? `${about.name} is empty or missing, though this Hub had one; restore it from a backup, or, ` +
            `to start without accounts, chats and artifacts, move ${about.dataFolder} and the Hub’s .chats away`
        : `${about.name} is not the database that this Hub used before; restore that database, or, ` +
            `if this database is the right one, delete ${about.markPath}`,
    )
    this.name = 'StoreLost'
  }
}

export class StoreFileGone extends Error {
  constructor(cause: Error) {
    super(`the database file can’t be used: ${cause.message}`, { cause })
    this.name = 'StoreFileGone'
  }
}

/** The server is a standby, or configured as read-only. */
export class StoreReadOnly extends Error {
  constructor() {
    super('the database accepts no changes right now')
    this.name = 'StoreReadOnly'
  }
}

export class NoPrimary extends Error {
  constructor(tried: readonly { name: string; error: unknown }[]) {
    super(tried.map(({ name, error }) => `${name}: ${messageOf(error)}`).join('; '), {
      cause: tried.find(({ error }) => certificateTrouble(error) !== null)?.error,
    })
    this.name = 'NoPrimary'
  }
}

const messageOf = (error: unknown): string => {
  if (error instanceof NoPrimary) return error.message
  const trouble = certificateTrouble(error)
  return trouble ? `${trouble.text}, ${trouble.code}` : (error as Error).message || String(codeOf(error))
}

export class StoreUnusable extends Error {
  constructor(cause: Error) {
    super(`the database of SVC_DATABASE_URL can’t be used (${messageOf(cause)}); ` + remedyOf(cause), {
      cause,
    })
    this.name = 'StoreUnusable'
  }
}

function remedyOf(cause: Error): string {
  const trouble = certificateTrouble(cause)
  if (trouble)
    return trouble.isUntrusted
      ? 'add sslrootcert=<file of its authority> to the address, or sslmode=no-verify to encrypt without checking the server'
      : `${certificateRemedy(trouble)}, or add sslmode=no-verify to the address to encrypt without checking the server`
  if (/statement pooling/.test(cause.message)) return 'set pgbouncer’s pool_mode to transaction or session'
  return /startup parameter/.test(cause.message)
    ? `add ${STARTUP_PARAMETERS} to pgbouncer’s ignore_startup_parameters`
    : 'check that the server runs and that the address, the user name and the password are right'
}

/** Parameters of our connections that pgbouncer refuses, unless its setting `ignore_startup_parameters` lists them. */
const STARTUP_PARAMETERS = 'lock_timeout,statement_timeout,idle_in_transaction_session_timeout'

export class StoreNotGranted extends Error {
  constructor({ role, schema, searchPath }: { role: string; schema: string | null; searchPath: string }) {
    super(
      schema === null
        ? `the database of SVC_DATABASE_URL has no schema of the search path ${searchPath} that the role ${role} can use; ` +
            `let an administrator run: create schema <name> authorization "${role}"`
        : `the role ${role} of SVC_DATABASE_URL may not create tables in the schema ${schema}; ` +
            `let its owner run: grant usage, create on schema "${schema}" to "${role}"`,
    )
    this.name = 'StoreNotGranted'
  }
}

const UNIQUE: ReadonlySet<unknown> = new Set([2067, 1555, '23505'])
const FOREIGN_KEY: ReadonlySet<unknown> = new Set([787, '23503'])

export const isUniqueViolation = (error: unknown): boolean => UNIQUE.has(codeOf(error))

export const isForeignKeyViolation = (error: unknown): boolean => FOREIGN_KEY.has(codeOf(error))

/** True if a lock was not free in time. Nothing was changed, so a retry is safe. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof StoreBusy || codeOf(error) === '55P03'

export const isReadOnlyRefusal = (error: unknown): boolean => codeOf(error) === '25006'

/** False for errors that the statement itself caused. */
export const isStoreUnavailable = (error: unknown): boolean => {
  if (UNAVAILABLE.some((kind) => error instanceof kind) || certificateTrouble(error) !== null) return true
  const code = codeOf(error)
  if (typeof code === 'number') return SQLITE_UNAVAILABLE.has(code & 0xff)
  if (typeof code !== 'string') return error instanceof Error && CONNECTION_LOST.test(error.message)
  if (NO_FILE.test(code)) return (error as NodeJS.ErrnoException).syscall === 'connect'
  return POSTGRES_UNAVAILABLE.test(code) || NETWORK.test(code)
}

const UNAVAILABLE = [StoreBusy, StoreUnusable, StoreFileGone, StoreReadOnly, NoPrimary]
/** Codes for busy, locked, read-only, I/O error, full and cannot open. */
const SQLITE_UNAVAILABLE: ReadonlySet<number> = new Set([5, 6, 8, 10, 13, 14])
/**
 * SQLSTATE classes for connection, sign-in, unknown database, resources and interruption, and codes for read-only,
 * idle transactions and conflicts.
 */
const POSTGRES_UNAVAILABLE = /^(08|28|3D|53|57)...$|^(25006|25P03|25P04|40001|40P01|55P03)$/
const NETWORK =
  /^(ECONN(REFUSED|RESET|ABORTED)|ETIMEDOUT|EPIPE|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/
/** Codes for a missing or unreadable Unix socket of the server. */
const NO_FILE = /^(ENOENT|EACCES)$/
/** `pg`, its pool and kysely set no code on these errors, so their messages decide. */
const CONNECTION_LOST =
  /^(Connection terminated( unexpectedly| due to connection timeout)?|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable|Postgres connection has been discarded)$/

export const wrapOpeningError = (error: unknown): unknown =>
  error instanceof Error && isStoreUnavailable(error) ? new StoreUnusable(error) : error

const codeOf = (error: unknown): unknown => {
  const { errcode, code } = error as { errcode?: number; code?: string }
  return errcode ?? code
}
