import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { sha256 } from '#ground/base/ids.ts'
import type { RequestId } from './rpc.ts'

/**
 * Ends running requests that their client cancels.
 *
 * 1. An instance registers each request of a session while it runs.
 * 2. The instance that receives a cancellation ends the request if it runs there.
 * 3. Otherwise, if instances share a database, it stores the cancellation, then publishes it on the message bus.
 * 4. The instance that runs the request ends it when the message arrives. Messages may be lost, so an instance with
 *    running requests also polls the database.
 */
export interface Cancellations extends Disposable {
  register(request: CancellableRequest, onCancelled: () => void): Disposable
  /** @throws if the database can't store the cancellation. */
  cancel(request: CancellableRequest): Promise<void>
}

/** Clients start their request ids at the same number, so an id is unique only with its session and owner. */
export interface CancellableRequest {
  email: string
  sessionId: string
  id: RequestId
}

export interface RunningRequests {
  isAny(): boolean
  /** Ends a request only if it started before its cancellation. */
  end(request: string, cancelledAt: EpochMs): void
}

export interface SharedCancellations extends Disposable {
  follow(): void
  /** @throws if the database can't store the cancellation. */
  send(request: string): Promise<void>
}

export type ShareCancellations = (running: RunningRequests) => SharedCancellations

export interface CancellationsDeps {
  clock: Pick<Clock, 'now'>
  /** Null for SQLite, which only one instance uses. */
  share: ShareCancellations | null
}

interface Running {
  startedAt: EpochMs
  end(): void
}

export function createCancellations({ clock, share }: CancellationsDeps): Cancellations {
  const running = new Map<string, Set<Running>>()
  const end = (key: string, cancelledAt: EpochMs) => {
    const all = running.get(key)
    for (const request of all ?? [])
      if (request.startedAt <= cancelledAt) {
        all!.delete(request)
        request.end()
      }
  }
  const shared = share?.({ isAny: () => running.size > 0, end }) ?? null

  return {
    register(request, onCancelled) {
      const key = keyOf(request)
      const own: Running = { startedAt: clock.now(), end: onCancelled }
      const all = running.get(key) ?? new Set()
      running.set(key, all.add(own))
      shared?.follow()
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
      end(key, clock.now())
      if (!isHere) await shared?.send(key)
    },

    [Symbol.dispose]: () => shared?.[Symbol.dispose](),
  }
}

/** The key is hashed, so that the database and the message bus contain no session ids. */
const keyOf = ({ email, sessionId, id }: CancellableRequest): string =>
  sha256(JSON.stringify([email, sessionId, id]))
