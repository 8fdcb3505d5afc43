import type { Clock } from '#ground/base/clock.ts'
import type { InboxEventQueue } from './event-queue.ts'
import type { JournalKept } from './journal/journal.ts'

export interface MakingDeps {
  queue: InboxEventQueue
  clock: Pick<Clock, 'after'>
  /** Called once until writing succeeds again. */
  onFailure(error: unknown): void
}

export interface Making {
  /** When the call returns, readers count these events as pending. */
  take(kept: JournalKept): void
  /** @throws when it fails again; the caller must then refuse further deliveries. */
  retry(): void
  /** @returns false if it fails. */
  finish(): boolean
}

const RETRY_MS = 100

export function createMaking({ queue, clock, onFailure }: MakingDeps): Making {
  let hasFailed = false
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
        go() // readers cannot be notified of a pending event, so its file must exist now
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
