import type { Clock } from '#ground/base/clock.ts'
import type { UpstreamClient, UpstreamModel } from './connections/client.ts'
import type { Connection } from './connections/connection.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import type { Offer } from './catalog.ts'

const FRESH_MS = 1000
/** One that did not answer last time is waited for no longer than this: a Hub that hangs must not hold up the others' list. */
const PATIENCE_MS = 250

export interface Offers {
  /** What every connection offers now. One that does not answer is left out. */
  current(connections: readonly Connection[]): Promise<Offer[]>
  /** The same, but a connection that does not answer right now offers what it did last. */
  lastKnown(connections: readonly Connection[]): Promise<Offer[]>
  forget(): void
}

interface Known {
  fetchedAt: number
  /** Null when the last call failed. */
  entries: readonly UpstreamModel[] | null
  lastGood: readonly UpstreamModel[] | null
  running: Promise<void> | null
}

/** The model lists of connections, asked at most once a second and by one call at a time. */
export function createOffers(parts: {
  client: Pick<UpstreamClient, 'models'>
  clock: Clock
  events: Pick<ChatappEvents, 'connectionUnreachable'>
}): Offers {
  const { client, clock, events } = parts
  const byConnection = new Map<string, Known>()

  const refresh = async (connection: Connection): Promise<Known> => {
    const name = `${connection.url}\n${connection.key}\n${connection.modelIds.join()}`
    const known = byConnection.get(name) ?? {
      fetchedAt: -Infinity,
      entries: null,
      lastGood: null,
      running: null,
    }
    byConnection.set(name, known)
    if (clock.now() - known.fetchedAt < FRESH_MS) return known
    known.running ??= ask(connection, known).finally(() => (known.running = null))
    await (hasFailed(known) ? atMost(PATIENCE_MS, known.running) : known.running)
    return known
  }

  const atMost = async (ms: number, running: Promise<void>) => {
    const done = new AbortController()
    await Promise.race([running, clock.sleep(ms, done.signal).catch(() => {})])
    done.abort()
  }

  const ask = async (connection: Connection, known: Known): Promise<void> => {
    try {
      known.entries = known.lastGood = await client.models(connection)
    } catch (error) {
      // Said once when it starts to fail, not once a second.
      if (known.entries !== null || known.fetchedAt === -Infinity)
        events.connectionUnreachable({ connection: connection.url, reason: (error as Error).message })
      known.entries = null
    }
    known.fetchedAt = clock.now()
  }

  const offersBy =
    (choose: (known: Known) => readonly UpstreamModel[] | null) =>
    async (connections: readonly Connection[]): Promise<Offer[]> => {
      const all = await Promise.all(
        connections.map(async (connection) => ({ connection, entries: choose(await refresh(connection)) })),
      )
      return all.filter((offer): offer is Offer => offer.entries !== null)
    }

  return {
    current: offersBy((known) => known.entries),
    lastKnown: offersBy((known) => known.entries ?? known.lastGood),
    forget: () => byConnection.clear(),
  }
}

const hasFailed = ({ entries, fetchedAt }: Known): boolean => entries === null && fetchedAt !== -Infinity
