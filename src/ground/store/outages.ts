import type { DatabaseConnection, Dialect, Driver } from 'kysely'
import type { Clock } from '#ground/base/clock.ts'
import { isStoreUnavailable } from './errors.ts'

export interface OutageReports {
  onOutage(error: unknown): void
  onRecovery(outageMs: number): void
}

export interface Outages {
  worked(): void
  failed(error: unknown): void
}

/**
 * An outage has ended if a statement succeeds at least this long after the last failure. Longer than the lock
 * timeout, because a statement that began during the outage may wait that long before it fails.
 */
const QUIET_MS = 15_000

export function createOutages({
  clock,
  onOutage,
  onRecovery,
}: OutageReports & { clock: Pick<Clock, 'now'> }): Outages {
  let since: number | null = null
  let last = 0
  return {
    worked() {
      if (since === null || clock.now() - last < QUIET_MS) return
      onRecovery(last - since)
      since = null
    },
    failed(error) {
      if (!isStoreUnavailable(error)) return
      last = clock.now()
      if (since === null) {
        since = last
        onOutage(error)
      }
    },
  }
}

export const watchOutages = (dialect: Dialect, outages: Outages): Dialect => ({
  createDriver: () => watch(dialect.createDriver(), outages),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createAdapter: () => dialect.createAdapter(),
  createIntrospector: (db) => dialect.createIntrospector(db),
})

/** Changes methods in place, because kysely's drivers use private fields, which a wrapper lacks. */
function watch(driver: Driver, outages: Outages): Driver {
  const reported = async <T>(work: Promise<T>): Promise<T> => {
    try {
      const result = await work
      outages.worked()
      return result
    } catch (error) {
      outages.failed(error)
      throw error
    }
  }
  const known = new WeakSet<DatabaseConnection>()
  const acquire = driver.acquireConnection.bind(driver)
  const begin = driver.beginTransaction.bind(driver)
  driver.beginTransaction = (...of) => reported(begin(...of))
  driver.acquireConnection = async (options) => {
    const connection = await acquire(options).catch((error: unknown) => {
      outages.failed(error)
      throw error
    })
    if (known.has(connection)) return connection
    known.add(connection)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = (...of) => reported(execute(...of))
    return connection
  }
  return driver
}
