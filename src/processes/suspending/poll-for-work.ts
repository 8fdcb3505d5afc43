import { createWebChatWatch } from '#features/people/auto-sync.ts'
import type { Clock } from '#ground/base/clock.ts'
import { startLoop, type Loop } from '#ground/base/loop.ts'
import type { Store } from '#ground/store/store.ts'
import { hubsWithWork } from './hubs-with-work.ts'

/** Polls the database for work of suspended Hubs, once for all Hubs of a process. */
export interface WorkLook {
  /** Calls `wake` whenever there is work, until disposed. */
  watch(store: Pick<Store, 'db'>, hub: string, wake: () => void): AsyncDisposable
}

/** Slower than a running Hub, which polls every second. */
const POLL_INTERVAL_MS = 2000

export function createWorkLook({ clock }: { clock: Clock }): WorkLook {
  const looks = new Map<Store['db'], { away: Map<string, () => void>; loop: Loop }>()

  const lookIn = (store: Pick<Store, 'db'>) => {
    const away = new Map<string, () => void>()
    const isLeft = createWebChatWatch({ store, clock })
    /** The Hub last resumed for shared work. */
    let sent: string | undefined
    const work = async () => {
      const found = await hubsWithWork(store, [...away.keys()])
      for (const hub of found) away.get(hub)?.()
      // Any Hub can do shared work. If all are suspended, one resumes for it; when it is suspended again, the next
      // resumes.
      if ((sent !== undefined && !away.has(sent)) || !(await isLeft())) return
      sent = away.keys().next().value
      if (sent !== undefined) away.get(sent)?.()
    }
    // Failures are not logged here, because a running Hub reports an unreachable database.
    return {
      away,
      loop: startLoop({
        clock,
        firstMs: POLL_INTERVAL_MS,
        everyMs: POLL_INTERVAL_MS,
        work,
        onFailure: () => {},
      }),
    }
  }

  return {
    watch(store, hub, wake) {
      const look = looks.get(store.db) ?? lookIn(store)
      looks.set(store.db, look)
      look.away.set(hub, wake)
      return {
        async [Symbol.asyncDispose]() {
          if (look.away.get(hub) === wake) look.away.delete(hub)
          if (look.away.size > 0 || looks.get(store.db) !== look) return
          looks.delete(store.db)
          await look.loop[Symbol.asyncDispose]()
        },
      }
    },
  }
}
