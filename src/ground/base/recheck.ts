import type { Clock } from './clock.ts'

export interface RecheckDeps {
  clock: Pick<Clock, 'after'>
  /** Between an answer and the next question. */
  everyMs: number
}

/** Ask again and again whether something goes on, until an answer says why not, or the watch is disposed. */
export function recheck<Refusal>(
  { clock, everyMs }: RecheckDeps,
  refusalOf: () => Promise<Refusal | null>,
  onRefused: (refusal: Refusal) => void,
): Disposable {
  let isOver = false
  let cancel: () => void
  const askLater = () => {
    cancel = clock.after(everyMs, async () => {
      const refusal = await refusalOf()
      if (isOver) return
      if (refusal === null) askLater()
      else onRefused(refusal)
    })
  }
  askLater()
  return {
    [Symbol.dispose]() {
      isOver = true
      cancel()
    },
  }
}
