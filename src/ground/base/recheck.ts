import type { Clock } from './clock.ts'

export interface RecheckDeps<Refusal> {
  clock: Pick<Clock, 'now' | 'after'>
  /** Between an answer and the next question. */
  everyMs: number
  /** Calls `look` when the answer may be another one before that. */
  onHint?(look: () => void): Disposable
  /**
   * What ends it when nobody could tell for so long, counted from the question that was answered last, or from the
   * beginning. Left out, it goes on until somebody can.
   */
  unknown?: { afterMs: number; refusal: Refusal }
}

/** How soon is asked again what nobody could tell. */
const AGAIN_MS = 500
/** The end of the time in which somebody has to be able to tell, for whoever has not asked before. */
const LAST_MS = 500

/**
 * Ask again and again whether something goes on, until an answer says why not, nobody could tell for too long, or the
 * watch is disposed.
 *
 * @param refusalOf Rejects when nobody can tell.
 */
export function recheck<Refusal>(
  { clock, everyMs, onHint, unknown }: RecheckDeps<Refusal>,
  refusalOf: () => Promise<Refusal | null>,
  onRefused: (refusal: Refusal) => void,
): Disposable {
  let isOver = false
  let isHinted = false
  let isAsking = false
  let cancel = () => {}
  let keepOn = () => {}
  /**
   * A question that is never answered must not hold up the end, so that has a time of its own. A process that stood still
   * itself has not heard the answer yet, or not asked: it has a moment to.
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
    isHinted = false
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
    askAfter(isHinted ? 0 : answer || !unknown ? everyMs : AGAIN_MS)
  }
  const hints = onHint?.(() => {
    isHinted = true // what is being answered may be from before
    askNow()
  })
  const end = () => {
    isOver = true
    cancel()
    keepOn()
    hints?.[Symbol.dispose]()
  }
  const endWith = (refusal: Refusal) => {
    end()
    onRefused(refusal)
  }
  if (unknown) endAfter(unknown.afterMs - LAST_MS)
  askAfter(everyMs)
  return { [Symbol.dispose]: end }
}
