import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { startLoop, type Loop, type LoopOptions } from '#ground/base/loop.ts'
import type { WorkNotifications } from './work-notifications.ts'
import type { WorkKind } from './work-messages.ts'

/** Poll interval while notifications arrive. */
const SLOW_MS = 15_000
/** Minimum interval between polls by notifications of other processes. */
const APART_MS = 200

export interface LookingOptions extends Omit<LoopOptions, 'clock' | 'work' | 'everyMs'> {
  clock: Pick<Clock, 'now' | 'sleep' | 'after'>
  notifications: Pick<WorkNotifications, 'listen' | 'areHeard'>
  work: WorkKind
  everyMs: number
  /** Poll interval while notifications arrive; `everyMs` applies while they may be lost. */
  slowMs?: number
  apartMs?: number
  /** @returns Time of the next due work; in the past if some remains now; null: none. */
  look(signal: AbortSignal): Promise<EpochMs | null>
}

/** Polls after a notification, when work is due, and otherwise rarely. */
export function startLooking(options: LookingOptions): Loop {
  const { clock, notifications, work, everyMs, look, ...loopOptions } = options
  const { slowMs = SLOW_MS, apartMs = APART_MS } = options
  /** In the past, so that a failed poll is retried soon. */
  let due: EpochMs | null = -Infinity
  let lookedAt = -Infinity
  let cancel: (() => void) | null = null

  const nextMs = (): number => {
    if (!notifications.areHeard()) return everyMs
    if (due === null) return Math.max(slowMs, everyMs)
    const leftMs = due - clock.now()
    return leftMs <= 0 ? everyMs : Math.min(Math.max(leftMs, apartMs), Math.max(slowMs, everyMs))
  }
  const loop = startLoop({
    ...loopOptions,
    clock,
    everyMs: nextMs,
    async work(signal) {
      cancel?.()
      cancel = null
      lookedAt = clock.now()
      due = -Infinity
      due = await look(signal)
    },
  })
  const listening = notifications.listen(work, (isOurs) => {
    const sinceMs = clock.now() - lookedAt
    if (isOurs || sinceMs >= apartMs || sinceMs < 0) return void loop.wake()
    cancel ??= clock.after(apartMs - sinceMs, () => void loop.wake())
  })
  return {
    wake: loop.wake,
    async [Symbol.asyncDispose]() {
      listening[Symbol.dispose]()
      cancel?.()
      await loop[Symbol.asyncDispose]()
    },
  }
}
