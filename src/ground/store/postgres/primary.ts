import { NoPrimary } from '../errors.ts'
import type { PostgresServer } from './address.ts'

/** A chosen server: a new object for each choice, even of the same server. */
export interface Choice {
  server: PostgresServer
}

export interface Primary {
  /** Initially and after `forget`, probes all servers; the first writable server wins. @throws Error if none is. */
  find(): Promise<Choice>
  /** The latest choice, even after `forget`. */
  latest(): Choice
  isCurrent(choice: Choice): boolean
  /** Call it if another server may be the primary now. */
  forget(choice: Choice): void
}

/** @param probe Resolves if the server is suitable. The signal aborts after another server was chosen. */
export function createPrimary(
  servers: readonly PostgresServer[],
  probe: (server: PostgresServer, signal: AbortSignal) => Promise<void>,
): Primary {
  let latest: Choice = { server: servers[0]! }
  let current: Choice | null = servers.length === 1 ? latest : null
  let asking: Promise<Choice> | null = null

  const ask = async (): Promise<Choice> => {
    const found = new AbortController()
    try {
      const asked = servers.map((server) => probe(server, found.signal).then(() => server))
      latest = { server: await Promise.any(asked) }
      current = latest
      return latest
    } catch (error) {
      const { errors } = error as AggregateError
      if (servers.length === 1) throw errors[0]
      throw new NoPrimary(servers.map(({ name }, n) => ({ name, error: errors[n] })))
    } finally {
      found.abort()
      asking = null
    }
  }
  return {
    find: () => (current ? Promise.resolve(current) : (asking ??= ask())),
    latest: () => latest,
    isCurrent: (choice) => choice === current,
    forget(choice) {
      if (choice === current) current = null
    },
  }
}
