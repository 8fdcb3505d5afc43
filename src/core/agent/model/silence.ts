import type { Clock } from '#ground/base/clock.ts'

export interface SilenceWatch extends Disposable {
  /** Aborts after `limitMs` of silence, or when the turn ends. */
  readonly signal: AbortSignal
  isSilent(): boolean
  recordBytes(): void
  /** Excludes time in which the caller does not read the stream. */
  pause(): void
  resume(): void
  setLimit(ms: number): void
}

export function watchForSilence(clock: Clock, maxMs: number, turn?: AbortSignal): SilenceWatch {
  let limitMs = maxMs
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
    recordBytes: () => void (last = clock.now()),
    pause: () => void (paused = true),
    resume: () => {
      paused = false
      last = clock.now()
    },
    setLimit: (ms) => void (limitMs = ms),
    [Symbol.dispose]: () => {
      turn?.removeEventListener('abort', follow)
      cancel()
    },
  }
}
