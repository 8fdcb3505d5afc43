import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { startLoop, type Loop, type LoopOptions } from '#ground/base/loop.ts'
import type { WorkHints } from './work-hints.ts'
import type { Work } from './work-messages.ts'

/** How seldom work is looked for of which hints tell. */
const SLOW_MS = 15_000
/** Hints of others that come together ask for one look. */
const APART_MS = 200

export interface LookingOptions extends Omit<LoopOptions, 'clock' | 'work' | 'everyMs'> {
  clock: Pick<Clock, 'now' | 'sleep' | 'after'>
  hints: Pick<WorkHints, 'listen' | 'areHeard'>
  /** Of what they tell. */
  work: Work
  /** From one look to the next while hints may be missed. */
  everyMs: number
  /** From one look to the next while hints are heard, and nothing is due before. */
  slowMs?: number
  /** From one look to the next that hints of others ask for. */
  apartMs?: number
  /** @returns When something is due that nobody will tell of; in the past: not all is done. Null: nothing is. */
  look(signal: AbortSignal): Promise<EpochMs | null>
}

/**
 * Look in the store for work again and again: when it is told of, when something is due, and otherwise seldom. While hints may
 * be missed, as often as if there were none.
 */
export function startLooking(options: LookingOptions): Loop {
  const { clock, hints, work, everyMs, look, ...loopOptions } = options
  const { slowMs = SLOW_MS, apartMs = APART_MS } = options
  /** A look that fails is done again soon. */
  let due: EpochMs | null = -Infinity
  let lookedAt = -Infinity
  let cancel: (() => void) | null = null

  const nextMs = (): number => {
    if (!hints.areHeard()) return everyMs
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
  const listening = hints.listen(work, (isOurs) => {
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
