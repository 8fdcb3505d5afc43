/** Somebody who shares a connection with others. */
export interface Sharer {
  /** Whether a transaction of theirs is open, in which nobody else's statement may get. */
  isOpen: boolean
}

/** Turns on a connection that several share: a statement takes one, a transaction keeps its own until it is over. */
export function createTurns() {
  let holder: Sharer | null = null
  const waiting: { by: Sharer; go: () => void }[] = []

  const passOn = () => {
    const next = waiting.shift()
    holder = next?.by ?? null
    next?.go()
  }

  return {
    /** Do the work when it is their turn, in the order in which turns were asked for. */
    async run<T>(by: Sharer, work: () => T): Promise<T> {
      if (holder !== null && holder !== by) await new Promise<void>((go) => waiting.push({ by, go }))
      holder = by
      try {
        return work()
      } finally {
        if (!by.isOpen) passOn()
      }
    },
  }
}
