import type { Clock } from '#ground/base/clock.ts'
import { startLoop, type Loop } from '#ground/base/loop.ts'
import type { Store } from '#ground/store/store.ts'
import { SERVER_HEARTBEAT_MS, createHubServers, type ServingHub } from './servers.ts'

export interface BeatsDeps {
  clock: Clock
  onFailure(error: unknown): void
}

export interface Beats {
  /** Dispose the result before the server closes, so that the server gets no more requests. */
  serve(store: Pick<Store, 'db'>, server: ServingHub): Promise<AsyncDisposable>
}

interface Heart {
  beating: Set<ServingHub>
  loop: Loop
  beat: Promise<void>
}

export function createBeats({ clock, onFailure }: BeatsDeps): Beats {
  const hearts = new Map<Store['db'], Heart>()

  const heartOf = (store: Pick<Store, 'db'>): Heart => {
    const known = hearts.get(store.db)
    if (known) return known
    const servers = createHubServers({ store, clock })
    const beating = new Set<ServingHub>()
    const work = () => (heart.beat = servers.recordHeartbeat(...beating))
    const loop = startLoop({
      clock,
      firstMs: SERVER_HEARTBEAT_MS,
      everyMs: SERVER_HEARTBEAT_MS,
      work,
      onFailure,
    })
    const heart: Heart = { beating, loop, beat: Promise.resolve() }
    hearts.set(store.db, heart)
    return heart
  }

  return {
    async serve(store, server) {
      const servers = createHubServers({ store, clock })
      await servers.forgetStale(server.hub)
      await servers.recordHeartbeat(server)
      const heart = heartOf(store)
      heart.beating.add(server)
      return {
        async [Symbol.asyncDispose]() {
          heart.beating.delete(server)
          await heart.beat.catch(() => {})
          await servers.leave(server).catch(onFailure)
          if (heart.beating.size > 0 || hearts.get(store.db) !== heart) return
          hearts.delete(store.db)
          await heart.loop[Symbol.asyncDispose]()
        },
      }
    },
  }
}
