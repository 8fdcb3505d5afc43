import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { startLoop, type Loop, type LoopOptions } from '#ground/base/loop.ts'
import type { WorkNotifications } from './work-notifications.ts'
import type { WorkKind } from './work-messages.ts'

const POLL_INTERVAL_MS = 15_000
const MIN_POLL_INTERVAL_MS = 200

export interface PollLoopOptions extends Omit<LoopOptions, 'clock' | 'work' | 'everyMs'> {
  clock: Pick<Clock, 'now' | 'sleep' | 'after'>
  notifications: Pick<WorkNotifications, 'listen' | 'isReliable'>
  work: WorkKind
  everyMs: number
  notifiedIntervalMs?: number
  minIntervalMs?: number
  /** @returns Time when the next work is due: a time in the past if work remains now, null if there is no work. */
  poll(signal: AbortSignal): Promise<EpochMs | null>
}

export function startPollLoop(options: PollLoopOptions): Loop {
  const { clock, notifications, work, everyMs, poll, ...loopOptions } = options
  const { notifiedIntervalMs = POLL_INTERVAL_MS, minIntervalMs = MIN_POLL_INTERVAL_MS } = options
  let due: EpochMs | null = -Infinity
  let polledAt = -Infinity
  let cancel: (() => void) | null = null

  const nextMs = (): number => {
    if (!notifications.isReliable()) return everyMs
    if (due === null) return Math.max(notifiedIntervalMs, everyMs)
    const remainingMs = due - clock.now()
    return remainingMs <= 0
      ? everyMs
      : Math.min(Math.max(remainingMs, minIntervalMs), Math.max(notifiedIntervalMs, everyMs))
  }
  const loop = startLoop({
    ...loopOptions,
    clock,
    everyMs: nextMs,
    async work(signal) {
      cancel?.()
      cancel = null
      polledAt = clock.now()
      due = -Infinity
      due = await poll(signal)
    },
  })
  const listening = notifications.listen(work, (isOurs) => {
    const sinceMs = clock.now() - polledAt
    if (isOurs || sinceMs >= minIntervalMs || sinceMs < 0) return void loop.wake()
    cancel ??= clock.after(minIntervalMs - sinceMs, () => void loop.wake())
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
