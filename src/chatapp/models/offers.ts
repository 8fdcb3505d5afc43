import type { Clock } from '#ground/base/clock.ts'
import type { UpstreamClient, UpstreamModel } from './connections/client.ts'
import type { Away, ModelServer } from './connections/connection.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import type { ServerModels } from './catalog.ts'

const FRESH_MS = 1000
/** Maximum wait for a connection whose last query failed, so that a hanging Hub does not delay the list. */
const RETRY_TIMEOUT_MS = 250

export interface Offers {
  list(connections: readonly ModelServer[]): Promise<ServerModels[]>
  known(connections: readonly ModelServer[]): Promise<ServerModels[]>
  forget(): void
}

interface Known {
  /** Time of the last query, even if it failed. */
  askedAt: number
  entries: readonly UpstreamModel[] | null
  failingSince: number | null
  running: Promise<void> | null
}

export function createOffers(parts: {
  client: Pick<UpstreamClient, 'models'>
  clock: Clock
  events: Pick<ChatappEvents, 'connectionUnreachable'>
}): Offers {
  const { client, clock, events } = parts
  const byConnection = new Map<string, Known>()

  const knownOf = (connection: ModelServer): Known => {
    const { url, key, modelIds, hub } = connection
    const name = hub ? `hub ${hub.slug}` : `${url}\n${key}\n${modelIds.join()}` // by slug, because the address of a Hub may change
    const known = byConnection.get(name) ?? NOTHING_KNOWN()
    byConnection.set(name, known)
    return known
  }

  const offerOf = async (connection: ModelServer, { asks = true } = {}): Promise<ServerModels> => {
    const known = knownOf(connection)
    if (asks && !connection.hub?.away) await refresh(connection, known)
    return { connection, entries: known.entries, away: connection.hub?.away ?? unreachable(known) }
  }

  const refresh = async (connection: ModelServer, known: Known): Promise<void> => {
    if (clock.now() - known.askedAt < FRESH_MS) return
    known.running ??= ask(connection, known).finally(() => (known.running = null))
    await (known.failingSince === null ? known.running : atMost(RETRY_TIMEOUT_MS, known.running))
  }

  const atMost = async (ms: number, running: Promise<void>) => {
    const done = new AbortController()
    await Promise.race([running, clock.sleep(ms, done.signal).catch(() => {})])
    done.abort()
  }

  const ask = async (connection: ModelServer, known: Known): Promise<void> => {
    try {
      known.entries = await client.models(connection)
      known.failingSince = null
    } catch (error) {
      // Logs only the first of consecutive failures.
      if (known.failingSince === null)
        events.connectionUnreachable({ connection: connection.url, reason: (error as Error).message })
      known.failingSince ??= clock.now()
    }
    known.askedAt = clock.now()
  }

  return {
    list: (connections) => Promise.all(connections.map((one) => offerOf(one))),
    known: (connections) =>
      Promise.all(connections.map((one) => offerOf(one, { asks: knownOf(one).entries === null }))),
    forget: () => byConnection.clear(),
  }
}

const unreachable = ({ failingSince }: Known): Away | null =>
  failingSince === null ? null : { state: 'unreachable', since: new Date(failingSince).toISOString() }

const NOTHING_KNOWN = (): Known => ({
  askedAt: -Infinity,
  entries: null,
  failingSince: null,
  running: null,
})
