import type { Clock } from './clock.ts'

export interface RecheckDeps<Refusal> {
  clock: Pick<Clock, 'now' | 'after'>
  everyMs: number
  onNotification?(check: () => void): Disposable
  /** If no check succeeds for `afterMs`, rechecking ends with `refusal`. */
  unknown?: { afterMs: number; refusal: Refusal }
}

const RETRY_DELAY_MS = 500
const LAST_MS = 500

/** @param refusalOf Returns null to continue. Rejects if the check cannot be made. */
export function recheck<Refusal>(
  { clock, everyMs, onNotification, unknown }: RecheckDeps<Refusal>,
  refusalOf: () => Promise<Refusal | null>,
  onRefused: (refusal: Refusal) => void,
): Disposable {
  let isEnded = false
  let isNotified = false
  let isChecking = false
  let cancel = () => {}
  let cancelEnd = () => {}
  /** This timer is independent of the checks, because a check may never complete. */
  const endAfter = (ms: number, { isLast } = { isLast: false }) => {
    cancelEnd()
    if (!unknown) return
    const due = clock.now() + ms
    cancelEnd = clock.after(ms, () => {
      if (isLast && clock.now() - due <= LAST_MS) return endWith(unknown.refusal)
      endAfter(LAST_MS, { isLast: true })
      checkNow()
    })
  }
  const checkAfter = (ms: number) => {
    isNotified = false
    cancel = clock.after(ms, () => void check())
  }
  const checkNow = () => {
    cancel()
    void check()
  }
  const check = async () => {
    if (isChecking) return
    isChecking = true
    const startedAt = clock.now()
    const result = await refusalOf().then(
      (refusal) => ({ refusal }),
      () => null,
    )
    isChecking = false
    if (isEnded) return
    if (result && result.refusal !== null) return endWith(result.refusal)
    if (result && unknown) endAfter(startedAt + unknown.afterMs - LAST_MS - clock.now())
    checkAfter(isNotified ? 0 : result || !unknown ? everyMs : RETRY_DELAY_MS)
  }
  const notifications = onNotification?.(() => {
    isNotified = true
    checkNow()
  })
  const end = () => {
    isEnded = true
    cancel()
    cancelEnd()
    notifications?.[Symbol.dispose]()
  }
  const endWith = (refusal: Refusal) => {
    end()
    onRefused(refusal)
  }
  if (unknown) endAfter(unknown.afterMs - LAST_MS)
  checkAfter(everyMs)
  return { [Symbol.dispose]: end }
}
