import { createWebChatWatch } from '#features/people/auto-sync.ts'
import type { Clock } from '#ground/base/clock.ts'
import { startLoop, type Loop } from '#ground/base/loop.ts'
import type { Store } from '#ground/store/store.ts'
import { hubsWithWork } from './hubs-with-work.ts'

/** Looks in the store for work of Hubs that are away: once for all of a process. */
export interface WorkLook {
  /** Call `wake` when there is some, until disposed. */
  watch(store: Pick<Store, 'db'>, hub: string, wake: () => void): AsyncDisposable
}

/** A running Hub sees its own work within a second. */
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
      // Shared work is done by any Hub: if all are suspended, one is resumed for it, and the next after that
      // one is suspended again.
      if ((sent !== undefined && !away.has(sent)) || !(await isLeft())) return
      sent = away.keys().next().value
      if (sent !== undefined) away.get(sent)?.()
    }
    // A running Hub reports an unreachable store; here the query is only repeated.
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
