import type { Clock } from './clock.ts'

export interface RecheckDeps<Refusal> {
  clock: Pick<Clock, 'now' | 'after'>
  /** Between an answer and the next question. */
  everyMs: number
  /** Calls `look` when the answer may have changed before that. */
  onNotification?(look: () => void): Disposable
  /**
   * Ends it when no check succeeded for this long, counted from the last successful check, or from the
   * beginning. Left out, it continues until a check succeeds.
   */
  unknown?: { afterMs: number; refusal: Refusal }
}

/** Delay after a failed check. */
const RETRY_DELAY_MS = 500
/** Time for a last check, for callers whose earlier checks did not complete. */
const LAST_MS = 500

/**
 * Checks repeatedly whether an operation may continue, until a check refuses, no check succeeded for too
 * long, or the watch is disposed.
 *
 * @param refusalOf Rejects when the check is impossible.
 */
export function recheck<Refusal>(
  { clock, everyMs, onNotification, unknown }: RecheckDeps<Refusal>,
  refusalOf: () => Promise<Refusal | null>,
  onRefused: (refusal: Refusal) => void,
): Disposable {
  let isOver = false
  let isNotified = false
  let isAsking = false
  let cancel = () => {}
  let keepOn = () => {}
  /**
   * A check that never completes must not delay the end, so the end has its own timer. A process that was
   * itself blocked may not have processed the response yet, or not checked: it gets a moment to.
   */
  const endAfter = (ms: number, { isLast } = { isLast: false }) => {
    keepOn()
    if (!unknown) return
    const due = clock.now() + ms
    keepOn = clock.after(ms, () => {
      if (isLast && clock.now() - due <= LAST_MS) return endWith(unknown.refusal)
      endAfter(LAST_MS, { isLast: true })
      askNow()
    })
  }
  const askAfter = (ms: number) => {
    isNotified = false
    cancel = clock.after(ms, () => void ask())
  }
  const askNow = () => {
    cancel()
    void ask()
  }
  const ask = async () => {
    if (isAsking) return
    isAsking = true
    const askedAt = clock.now()
    const answer = await refusalOf().then(
      (refusal) => ({ refusal }),
      () => null,
    )
    isAsking = false
    if (isOver) return
    if (answer && answer.refusal !== null) return endWith(answer.refusal)
    if (answer && unknown) endAfter(askedAt + unknown.afterMs - LAST_MS - clock.now())
    askAfter(isNotified ? 0 : answer || !unknown ? everyMs : RETRY_DELAY_MS)
  }
  const notifications = onNotification?.(() => {
    isNotified = true // a running check may be outdated
    askNow()
  })
  const end = () => {
    isOver = true
    cancel()
    keepOn()
    notifications?.[Symbol.dispose]()
  }
  const endWith = (refusal: Refusal) => {
    end()
    onRefused(refusal)
  }
  if (unknown) endAfter(unknown.afterMs - LAST_MS)
  askAfter(everyMs)
  return { [Symbol.dispose]: end }
}
