import type { Clock } from './clock.ts'

export interface RecheckDeps<Refusal> {
  clock: Pick<Clock, 'now' | 'after'>
  everyMs: number
  /** Calls `look` when the result may have changed before the next check. */
  onNotification?(look: () => void): Disposable
  /** Ends with `refusal` after `afterMs` without a successful check. Undefined: continues until a check refuses. */
  unknown?: { afterMs: number; refusal: Refusal }
}

const RETRY_DELAY_MS = 500
const LAST_MS = 500

/**
 * Checks until a check refuses, none has succeeded for `unknown.afterMs`, or disposal.
 *
 * @param refusalOf Returns null to continue. Rejects if the check fails.
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
  /** A separate timer, because a check may never complete. If it fires late, a last check runs first. */
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
    isNotified = true // the running check may use old data
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
