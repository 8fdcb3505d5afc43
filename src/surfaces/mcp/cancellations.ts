import { subjectOf, type Bus } from '#ground/bus/bus.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { sha256 } from '#ground/base/ids.ts'
import type { Store } from '#ground/store/store.ts'
import type { RequestId } from './rpc.ts'

/**
 * Ends running requests that their client cancels.
 *
 * 1. An instance registers each request of a session for as long as it answers the request.
 * 2. The instance that receives a cancellation ends the request if it runs there.
 * 3. Otherwise, where instances share a database, it stores the cancellation, then publishes it on the message bus.
 * 4. The instance that runs the request ends it when the message arrives. Messages may be lost, so an instance with running requests
 *    also queries the database.
 */
export interface Cancellations extends Disposable {
  /** @param onCancelled Called at most once, until the registration is disposed. */
  register(request: CancellableRequest, onCancelled: () => void): Disposable
  /** Ends a request; does nothing when it is unknown or has ended. @throws when the database cannot store it. */
  cancel(request: CancellableRequest): Promise<void>
}

/** Clients number their requests alike, so an id means nothing without its client and the owner of its key. */
export interface CancellableRequest {
  email: string
  sessionId: string
  id: RequestId
}

export interface CancellationsDeps {
  /** Slug. */
  hub: string
  bus: Pick<Bus, 'publish' | 'subscribe'>
  store: Pick<Store, 'db' | 'kind'>
  clock: Pick<Clock, 'now' | 'after'>
}

interface Running {
  startedAt: EpochMs
  end(): void
}

const POLL_INTERVAL_MS = 500
/** A request of a later time may reuse an id, and instances with running requests query far more often. */
const RETENTION_MS = 60_000

export function createCancellations({ hub, bus, store, clock }: CancellationsDeps): Cancellations {
  const running = new Map<string, Set<Running>>()
  // A SQLite file belongs to one instance.
  const isShared = store.kind === 'postgres'
  const subject = subjectOf('mcp-cancelled', hub)
  let isPolling = false

  const endOf = (key: string, cancelledAt: EpochMs) => {
    const all = running.get(key)
    for (const request of all ?? [])
      if (request.startedAt <= cancelledAt) {
        all!.delete(request)
        request.end()
      }
  }
  const poll = async () => {
    const rows = await store.db
      .selectFrom('mcp_cancellations')
      .select(['request', 'cancelled_at_ms'])
      .where('hub', '=', hub)
      .where('cancelled_at_ms', '>', clock.now() - RETENTION_MS)
      .execute()
    for (const row of rows) endOf(row.request, row.cancelled_at_ms)
  }
  const pollLater = () => {
    isPolling = running.size > 0
    // While the database is away no instance can store a cancellation there.
    if (isPolling)
      clock.after(
        POLL_INTERVAL_MS,
        () =>
          void poll()
            .catch(() => {})
            .then(pollLater),
      )
  }
  const storeCancellation = async (request: string) => {
    const now = clock.now()
    await store.db
      .deleteFrom('mcp_cancellations')
      .where('hub', '=', hub)
      .where('cancelled_at_ms', '<=', now - RETENTION_MS)
      .execute()
    await store.db
      .insertInto('mcp_cancellations')
      .values({ hub, request, cancelled_at_ms: now })
      .onConflict((conflict) => conflict.columns(['hub', 'request']).doUpdateSet({ cancelled_at_ms: now }))
      .execute()
  }
  const listening = isShared
    ? bus.subscribe(subject, (request) => endOf(request, clock.now()))
    : { [Symbol.dispose]() {} }

  return {
    register(request, onCancelled) {
      const key = keyOf(request)
      const own: Running = { startedAt: clock.now(), end: onCancelled }
      const all = running.get(key) ?? new Set()
      running.set(key, all.add(own))
      if (isShared && !isPolling) pollLater()
      return {
        [Symbol.dispose]() {
          all.delete(own)
          if (all.size === 0 && running.get(key) === all) running.delete(key)
        },
      }
    },

    async cancel(request) {
      const key = keyOf(request)
      const isHere = running.has(key)
      endOf(key, clock.now())
      if (isHere || !isShared) return
      await storeCancellation(key)
      bus.publish(subject, key)
    },

    [Symbol.dispose]: () => listening[Symbol.dispose](),
  }
}

/** A hash: the database and the bus hold no session ids. */
const keyOf = ({ email, sessionId, id }: CancellableRequest): string =>
  sha256(JSON.stringify([email, sessionId, id]))
