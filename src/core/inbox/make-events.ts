import type { Clock } from '#ground/base/clock.ts'
import type { InboxEventQueue } from './event-queue.ts'
import type { JournalKept } from './journal/journal.ts'

export interface MakingDeps {
  queue: InboxEventQueue
  clock: Pick<Clock, 'after'>
  /** Files can't be written. Called once, until they can again. */
  onFailure(error: unknown): void
}

/** Makes files of events that the journal holds, in the background. */
export interface Making {
  /** Take what the journal keeps. When this returns, readers know that it is on its way. */
  take(kept: JournalKept): void
  /** Continues after a failure. @throws when it fails again: then no more deliveries should be accepted. */
  retry(): void
  /** Make all that is left. @returns false when it can't be. */
  finish(): boolean
}

const RETRY_MS = 100

export function createMaking({ queue, clock, onFailure }: MakingDeps): Making {
  let hasFailed = false
  /** Cuts short what is scheduled. */
  let scheduled: (() => void) | null = null

  const cutShort = () => {
    scheduled?.()
    scheduled = null
  }
  const goOn = () => {
    if (scheduled) return
    const immediate = setImmediate(go)
    scheduled = () => clearImmediate(immediate)
  }
  const failed = (error: unknown) => {
    if (!hasFailed) onFailure(error)
    hasFailed = true
    scheduled = clock.after(RETRY_MS, go)
  }
  const go = () => {
    cutShort()
    try {
      const isMore = queue.makeSome()
      hasFailed = false
      if (isMore) goOn()
    } catch (error) {
      failed(error)
    }
  }
  const makeAll = () => {
    cutShort()
    while (queue.makeSome());
    hasFailed = false
  }

  return {
    take(kept) {
      try {
        queue.add(kept)
        goOn()
      } catch {
        go() // readers can't be notified of a pending event, so its file must exist now
      }
    },
    retry() {
      if (!hasFailed) return
      try {
        makeAll()
      } catch (error) {
        failed(error)
        throw error
      }
    },
    finish() {
      try {
        makeAll()
        return true
      } catch (error) {
        onFailure(error)
        return false
      }
    },
  }
}
