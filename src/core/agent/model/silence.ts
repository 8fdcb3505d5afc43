import type { Clock } from '#ground/base/clock.ts'

/** Detects a stream without data for too long. */
export interface SilenceWatch extends Disposable {
  /** Aborts after silence for the whole time, or when the turn ends. */
  readonly signal: AbortSignal
  /** Whether silence is why. */
  isSilent(): boolean
  /** Data arrived. */
  heard(): void
  /** While no reader is attached, no data can arrive: that time doesn't count. */
  pause(): void
  resume(): void
}

/**
 * One timer for the whole stream, not per piece.
 *
 * @param turn Aborts the watch's signal too, so that callers need one signal only.
 */
export function watchForSilence(clock: Clock, limitMs: number, turn?: AbortSignal): SilenceWatch {
  const silent = new AbortController()
  const follow = () => silent.abort(turn!.reason)
  if (turn?.aborted) follow()
  else turn?.addEventListener('abort', follow, { once: true })
  let isSilent = false
  let last = clock.now()
  let paused = false

  let cancel: () => void
  const watch = (ms: number) => {
    cancel = clock.after(ms, () => {
      if (paused) last = clock.now()
      const left = limitMs - (clock.now() - last)
      if (left > 0) return watch(left)
      isSilent = true
      silent.abort()
    })
  }
  watch(limitMs)

  return {
    signal: silent.signal,
    isSilent: () => isSilent,
    heard: () => void (last = clock.now()),
    pause: () => void (paused = true),
    resume: () => {
      paused = false
      last = clock.now()
    },
    [Symbol.dispose]: () => {
      turn?.removeEventListener('abort', follow)
      cancel()
    },
  }
}
