import { createWebChatWatch } from '#features/people/auto-sync.ts'
import type { Clock } from '#ground/base/clock.ts'
import { startLoop, type Loop } from '#ground/base/loop.ts'
import type { Store } from '#ground/store/store.ts'
import { hubsWithWork } from './hubs-with-work.ts'

export interface WorkPoll {
  watch(store: Pick<Store, 'db'>, hub: string, resume: () => void): AsyncDisposable
}

const POLL_INTERVAL_MS = 2000

export function createWorkPoll({ clock }: { clock: Clock }): WorkPoll {
  const polls = new Map<Store['db'], { suspended: Map<string, () => void>; loop: Loop }>()

  const startPoll = (store: Pick<Store, 'db'>) => {
    const suspended = new Map<string, () => void>()
    const hasSharedWork = createWebChatWatch({ store, clock })
    let lastResumed: string | undefined
    const work = async () => {
      const found = await hubsWithWork(store, [...suspended.keys()], clock.now())
      for (const hub of found) suspended.get(hub)?.()
      if ((lastResumed !== undefined && !suspended.has(lastResumed)) || !(await hasSharedWork())) return
      lastResumed = suspended.keys().next().value
      if (lastResumed !== undefined) suspended.get(lastResumed)?.()
    }
    // Failures are not logged here, because a running Hub reports an unreachable database.
    return {
      suspended,
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
    watch(store, hub, resume) {
      const poll = polls.get(store.db) ?? startPoll(store)
      polls.set(store.db, poll)
      poll.suspended.set(hub, resume)
      return {
        async [Symbol.asyncDispose]() {
          if (poll.suspended.get(hub) === resume) poll.suspended.delete(hub)
          if (poll.suspended.size > 0 || polls.get(store.db) !== poll) return
          polls.delete(store.db)
          await poll.loop[Symbol.asyncDispose]()
        },
      }
    },
  }
}
