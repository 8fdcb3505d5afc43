import type { DatabaseConnection, Dialect, Driver } from 'kysely'
import type { Clock } from '#ground/base/clock.ts'
import { isStoreUnavailable } from './errors.ts'

export interface OutageReports {
  /** The store is unavailable. Called once, for any number of failing statements. */
  onAway(error: unknown): void
  /** It works again, and has for a while. */
  onBack(awayMs: number): void
}

export interface Outages {
  worked(): void
  failed(error: unknown): void
}

/** Longer than the wait for a lock: a statement still waiting for a lock is no new outage. */
const QUIET_MS = 15_000

/** Make one outage of the failures of many statements. */
export function createOutages({
  clock,
  onAway,
  onBack,
}: OutageReports & { clock: Pick<Clock, 'now'> }): Outages {
  let since: number | null = null
  let last = 0
  return {
    worked() {
      if (since === null || clock.now() - last < QUIET_MS) return
      onBack(last - since)
      since = null
    },
    failed(error) {
      if (!isStoreUnavailable(error)) return
      last = clock.now()
      if (since === null) {
        since = last
        onAway(error)
      }
    },
  }
}

/** A dialect whose connections report the result of each statement, and of the attempt to connect. */
export const watchOutages = (dialect: Dialect, outages: Outages): Dialect => ({
  createDriver: () => watch(dialect.createDriver(), outages),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createAdapter: () => dialect.createAdapter(),
  createIntrospector: (db) => dialect.createIntrospector(db),
})

/** In place: kysely's drivers know their own objects by private fields, which a wrapper would not have. */
function watch(driver: Driver, outages: Outages): Driver {
  const noted = async <T>(work: Promise<T>): Promise<T> => {
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
  driver.beginTransaction = (...of) => noted(begin(...of))
  driver.acquireConnection = async (options) => {
    const connection = await acquire(options).catch((error: unknown) => {
      outages.failed(error)
      throw error
    })
    if (known.has(connection)) return connection
    known.add(connection)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = (...of) => noted(execute(...of))
    return connection
  }
  return driver
}
