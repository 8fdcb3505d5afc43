import { NoPrimary } from '../errors.ts'
import type { PostgresServer } from './address.ts'

export interface ServerChoice {
  server: PostgresServer
}

export interface Primary {
  /** The first writable server wins. @throws Error if no server is writable. */
  find(): Promise<ServerChoice>
  latest(): ServerChoice
  isCurrent(choice: ServerChoice): boolean
  resetChoice(choice: ServerChoice): void
}

/** @param probe Resolves if the server is suitable. The signal aborts after another server was chosen. */
export function createPrimary(
  servers: readonly PostgresServer[],
  probe: (server: PostgresServer, signal: AbortSignal) => Promise<void>,
): Primary {
  let latest: ServerChoice = { server: servers[0]! }
  let current: ServerChoice | null = servers.length === 1 ? latest : null
  let probing: Promise<ServerChoice> | null = null

  const probeAll = async (): Promise<ServerChoice> => {
    const found = new AbortController()
    try {
      const probes = servers.map((server) => probe(server, found.signal).then(() => server))
      latest = { server: await Promise.any(probes) }
      current = latest
      return latest
    } catch (error) {
      const { errors } = error as AggregateError
      if (servers.length === 1) throw errors[0]
      throw new NoPrimary(servers.map(({ name }, n) => ({ name, error: errors[n] })))
    } finally {
      found.abort()
      probing = null
    }
  }
  return {
    find: () => (current ? Promise.resolve(current) : (probing ??= probeAll())),
    latest: () => latest,
    isCurrent: (choice) => choice === current,
    resetChoice(choice) {
      if (choice === current) current = null
    },
  }
}
